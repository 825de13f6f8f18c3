import { expect } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import {
  searchFrom,
  dataset,
  draft,
  otherDataset,
  publish,
  openReader,
  shop,
  x,
  scanIdentifiers,
} from './shop.ts';
import type { Suite } from './suite.ts';

export const describeVersions = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('versions', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    it('has no reader for an unpublished dataset, and no source for an unknown identifier', async () => {
      expect(engine.products(dataset)).toBeNull();
      expect(engine.keywords(dataset)).toBeNull();
      await publish(engine, dataset, draft, shop);
      expect(await openReader(engine).source('nothing')).toBeNull();
      expect(engine.keywords(dataset)).toBeNull();
    });

    it('serves nothing of a version before it is made live', async () => {
      const builder = await engine.buildProducts(dataset, draft);
      await builder.add({ product: createProduct('a'), picture: null });
      const summary = await builder.finish();
      expect(engine.products(dataset)).toBeNull();
      expect(await engine.versions(dataset)).toMatchObject([
        { version: summary.version, live: false, size: 1 },
      ]);
    });

    it('answers from the version that a reader was opened for, whatever happens later', async () => {
      const first = await publish(engine, dataset, draft, shop);
      const reader = openReader(engine);
      const before = await searchFrom(reader, 'source', { facets: ['colour'] });
      await publish(engine, dataset, draft, shop.slice(0, 2));
      await engine.discard(dataset, first.version);
      expect(await searchFrom(reader, 'source', { facets: ['colour'] })).toEqual(before);
      expect(openReader(engine).size).toBe(2);
    });

    it('goes back to an older version', async () => {
      const first = await publish(engine, dataset, draft, shop);
      const second = await publish(engine, dataset, draft, shop.slice(0, 2));
      expect((await engine.versions(dataset)).map((one) => [one.version, one.live])).toEqual([
        [second.version, true],
        [first.version, false],
      ]);
      await engine.makeLive(dataset, first.version);
      expect(openReader(engine).version).toBe(first.version);
    });

    it('gives the same draft the same checksum, in whatever order it is added', async () => {
      const first = await publish(engine, dataset, draft, shop);
      const abandoned = await engine.buildProducts(otherDataset, draft);
      await abandoned.add({ product: createProduct('half'), picture: null });
      await abandoned.abandon();
      const second = await publish(engine, otherDataset, draft, shop.toReversed());
      expect(second.checksum).toBe(first.checksum);
      const third = await publish(engine, otherDataset, draft, shop.slice(1));
      expect(third.checksum).not.toBe(first.checksum);
    });

    it('leaves nothing behind when abandoned, and rejects products after the end', async () => {
      const builder = await engine.buildProducts(dataset, draft);
      await builder.add({ product: createProduct('a'), picture: null });
      await builder.abandon();
      expect(await engine.versions(dataset)).toEqual([]);
      await expect(builder.add({ product: createProduct('b'), picture: null })).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('rejects a duplicate identifier, and vectors of other dimensions', async () => {
      const builder = await engine.buildProducts(dataset, draft);
      await builder.add({ product: createProduct('a'), picture: createPicture(x, x) });
      const duplicate = builder.add({ product: createProduct('a'), picture: null });
      await expect(duplicate).rejects.toMatchObject({ code: 'bad-input' });
      const longer = createPicture(new Float32Array(8), x);
      const otherDimensions = builder.add({ product: createProduct('b'), picture: longer });
      await expect(otherDimensions).rejects.toMatchObject({ code: 'bad-input' });
      await builder.abandon();
    });

    it('allows one publisher at a time for a dataset', async () => {
      const builder = await engine.buildProducts(dataset, draft);
      await expect(engine.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
      await builder.abandon();
      await (await engine.buildProducts(dataset, draft)).abandon();
    });

    it('rejects discarding the live version, and making an unknown one live', async () => {
      const { version } = await publish(engine, dataset, draft, shop);
      await expect(engine.discard(dataset, version)).rejects.toMatchObject({ code: 'conflict' });
      await expect(engine.makeLive(dataset, 'nonsense')).rejects.toMatchObject({ code: 'not-found' });
      await expect(engine.discard(dataset, 'nonsense')).rejects.toMatchObject({ code: 'not-found' });
    });

    it('verifies what it wrote without problems', async () => {
      await publish(engine, dataset, draft, shop);
      expect(await engine.verify(dataset)).toEqual([]);
    });

    it('publishes an empty catalogue', async () => {
      await publish(engine, dataset, draft, []);
      expect(openReader(engine).size).toBe(0);
      expect(await scanIdentifiers(openReader(engine))).toEqual([]);
    });
  });
};
