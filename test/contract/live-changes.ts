import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import {
  catalogueArbitrary,
  changesArbitrary,
  createPicture,
  createProduct,
} from '../support/engine/catalogue-arbitraries.ts';
import { applyChanges } from '../support/engine/apply-changes.ts';
import { countDrawn } from '../full-run.ts';
import { expectOracleAnswers } from './oracle-answers.ts';
import {
  searchFrom,
  dataset,
  draft,
  halfway,
  listIdentifiers,
  otherDataset,
  publish,
  openReader,
  shop,
  x,
  scanIdentifiers,
} from './shop.ts';
import { expectModel, stepArbitrary } from './feeds-and-changes.ts';
import type { Suite } from './suite.ts';

export const describeLiveChanges = (suite: Suite): void => {
  const { describe, beforeEach, it, itDraws, tolerance } = suite;
  describe('live changes', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    const isRed = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;
    const priceOf = async (identifier: string) => (await engine.product(dataset, identifier))?.price;
    const setPrice = (price: number, at: number) => ({
      at,
      kind: 'update' as const,
      identifier: 'far',
      set: { price },
    });

    it('changes price, stock and attributes at once, but not what an open reader answers', async () => {
      await publish(engine, dataset, draft, shop);
      const before = openReader(engine);
      await engine.change(dataset, [
        setPrice(77, 1),
        { at: 1, kind: 'update', identifier: 'shirt-m', set: { available: false } },
        { at: 1, kind: 'update', identifier: 'shirt-s', set: { fields: { colour: 'green' } } },
      ]);
      const answer = await searchFrom(openReader(engine), 'source', { facets: ['colour', 'price'] });
      expect(listIdentifiers(answer)).toEqual(['shirt-s', 'far']);
      expect(answer.facets).toMatchObject([
        { values: [{ name: 'green' }, { name: 'red' }] },
        { min: 5, max: 77 },
      ]);
      const [record] = await openReader(engine).records(['far']);
      expect(JSON.parse(Buffer.from(record?.record ?? []).toString())).toMatchObject({ price: 77 });
      expect(listIdentifiers(await searchFrom(before, 'source'))).toEqual(['shirt-m', 'far']);
    });

    it('adds and removes products', async () => {
      await publish(engine, dataset, draft, shop);
      const added = createProduct('new', { fields: { colour: 'violet' } });
      await engine.change(dataset, [
        { at: 1, kind: 'put', product: added, picture: createPicture(x, halfway) },
        { at: 1, kind: 'remove', identifier: 'shirt-m' },
        { at: 1, kind: 'remove', identifier: 'nobody' },
      ]);
      const reader = openReader(engine);
      expect(listIdentifiers(await searchFrom(reader, 'source'))).toEqual(['new', 'shirt-s', 'far']);
      expect(listIdentifiers(await searchFrom(reader, 'new'))).toEqual(['shirt-s', 'source', 'far']);
      expect(await reader.source('shirt-m')).toBeNull();
      expect(await engine.product(dataset, 'shirt-m')).toBeNull();
      expect(await engine.product(dataset, 'new')).toMatchObject({ displayText: 'Product new' });
      const scanned = await scanIdentifiers(reader);
      expect(scanned).toEqual(['far', 'new', 'shirt-s', 'sold-out', 'source', 'unseen']);
      expect(reader.size).toBe(6);
    });

    it('finds added and renamed products by their words', async () => {
      await publish(engine, dataset, draft, shop);
      await engine.change(dataset, [
        { at: 1, kind: 'put', product: createProduct('lamp', { displayText: 'Brass lamp' }), picture: null },
        { at: 1, kind: 'update', identifier: 'far', set: { displayText: 'Brass kettle' } },
      ]);
      const findByText = async (text: string) =>
        listIdentifiers(
          await searchFrom(openReader(engine), 'source', {
            seed: {
              kind: 'text',
              source: null,
              query: {
                text,
                searchMode: 'All',
                fuzzySensitiveness: 'Off',
                minimumFuzzyTermLength: 4,
                enableFuzzyNumberMatch: false,
                synonyms: [],
              },
            },
          }),
        ).sort();
      expect(await findByText('brass')).toEqual(['far', 'lamp']);
      expect(await findByText('kettle')).toEqual(['far']);
      expect(await findByText('product')).not.toContain('far');
    });

    it('ignores an old change that arrives late', async () => {
      await publish(engine, dataset, draft, shop);
      await engine.change(dataset, [setPrice(20, 200)]);
      await engine.change(dataset, [setPrice(10, 100)]);
      expect(await priceOf('far')).toBe(20);
      await engine.change(dataset, [setPrice(30, 200)]);
      expect(await priceOf('far')).toBe(30);
      const removal = { at: 300, kind: 'remove', identifier: 'far' } as const;
      await engine.change(dataset, [removal, setPrice(40, 250)]);
      expect(await engine.product(dataset, 'far')).toBeNull();
    });

    it('applies them to every later version, while they are newer than its draft', async () => {
      await publish(engine, dataset, draft, shop, { asOf: 1 });
      await engine.change(dataset, [setPrice(20, 200), { at: 5, kind: 'remove', identifier: 'source' }]);
      const builder = await engine.buildProducts(dataset, draft, { asOf: 2 });
      for (const product of shop) await builder.add(product);
      const { version, size } = await builder.finish();
      expect(size).toBe(shop.length - 1);
      await engine.change(dataset, [setPrice(25, 250)]);
      await engine.makeLive(dataset, version);
      expect(await priceOf('far')).toBe(25);
      expect(await engine.product(dataset, 'source')).toBeNull();
      for (const asOf of [3, 3, 5, 100, 249]) {
        await publish(engine, dataset, draft, shop, { asOf });
        expect(await priceOf('far')).toBe(25);
        expect((await engine.product(dataset, 'source')) === null).toBe(asOf < 5);
      }
      await publish(engine, dataset, draft, shop, { asOf: 250 });
      expect(await priceOf('far')).toBe(1);
    });

    it('does not apply changes older than the draft, whenever they arrive', async () => {
      await publish(engine, dataset, draft, shop);
      await engine.change(dataset, [
        setPrice(20, 200),
        { at: 400, kind: 'update', identifier: 'source', set: { price: 44 } },
      ]);
      await publish(engine, dataset, draft, shop, { asOf: 300 });
      expect([await priceOf('far'), await priceOf('source')]).toEqual([1, 44]);
      await engine.change(dataset, [setPrice(30, 299), setPrice(31, 300)]);
      expect(await priceOf('far')).toBe(1);
      await engine.change(dataset, [setPrice(32, 301)]);
      expect(await priceOf('far')).toBe(32);
    });

    it('puts a late change behind a newer one that the version was built with', async () => {
      await publish(engine, dataset, draft, shop, { asOf: 100 });
      await engine.change(dataset, [setPrice(20, 200)]);
      await publish(engine, dataset, draft, shop, { asOf: 100 });
      await engine.change(dataset, [
        { ...setPrice(10, 150), set: { price: 10, fields: { colour: 'blue' } } },
        { at: 150, kind: 'update', identifier: 'shirt-s', set: { price: 7 } },
      ]);
      expect([await priceOf('far'), await priceOf('shirt-s')]).toEqual([20, 7]);
      expect((await engine.product(dataset, 'far'))?.fields['colour']).toBe('blue');
    });

    itDraws('lets the newer of a feed and a live change win, field by field, in any order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: 2, maxLength: 12 }), async (steps) => {
          await expectModel(engine, steps);
        }),
        { numRuns: countDrawn('drawn orders of feeds and live changes of the engine contract') },
      );
    });

    it('keeps them after a rollback to a version that was built without them', async () => {
      const first = await publish(engine, dataset, draft, shop);
      await engine.change(dataset, [setPrice(20, 200)]);
      const second = await publish(engine, dataset, draft, shop);
      await engine.change(dataset, [{ at: 300, kind: 'update', identifier: 'source', set: { price: 44 } }]);
      await engine.makeLive(dataset, first.version);
      expect([await priceOf('far'), await priceOf('source')]).toEqual([20, 44]);
      await engine.makeLive(dataset, second.version);
      expect([await priceOf('far'), await priceOf('source')]).toEqual([20, 44]);
    });

    it('rejects them while no version is live', async () => {
      await expect(engine.change(otherDataset, [setPrice(1, 1)])).rejects.toMatchObject({
        code: 'not-found',
      });
      expect(await engine.product(otherDataset, 'far')).toBeNull();
    });

    it('filters by changed values', async () => {
      await publish(engine, dataset, draft, shop);
      const set = { fields: { colour: 'blue' } };
      await engine.change(dataset, [{ at: 1, kind: 'update', identifier: 'far', set }]);
      expect(listIdentifiers(await searchFrom(openReader(engine), 'source', { filter: isRed }))).toEqual([
        'shirt-s',
      ]);
    });

    it('counts all members of a family that changes added, also when another family lost its only one', async () => {
      const alone = shop.filter(({ product }) => product.identifier !== 'shirt-m');
      await publish(engine, dataset, draft, alone);
      const picture = shop.find(({ product }) => product.identifier === 'far')?.picture ?? null;
      const add = (identifier: string, colour: string) => ({
        at: 1,
        kind: 'put' as const,
        product: createProduct(identifier, { groupId: 'coat', fields: { colour } }),
        picture,
      });
      const set = { groupId: 'other' };
      await engine.change(dataset, [
        add('coat-s', 'violet'),
        { at: 1, kind: 'update', identifier: 'far', set },
        add('coat-m', 'white'),
      ]);
      const { facets } = await searchFrom(openReader(engine), 'source', { facets: ['colour'] });
      expect(facets).toMatchObject([{ values: [{ name: 'red' }, { name: 'violet' }, { name: 'white' }] }]);
    });

    itDraws(
      'answers exactly as if the changed catalogue had been published, before and after the next publish',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            catalogueArbitrary,
            changesArbitrary,
            async ({ draft: about, products, queries: questions }, changes) => {
              const own = randomUUID();
              await publish(engine, own, about, products);
              const changed = applyChanges(products, changes);
              fc.pre(changed.length > 0);
              const half = Math.floor(changes.length / 2);
              await engine.change(own, changes.slice(0, half));
              await engine.change(own, changes.slice(half));
              await expectOracleAnswers(openReader(engine, own), about, changed, questions, tolerance);
              await publish(engine, own, about, products);
              await expectOracleAnswers(openReader(engine, own), about, changed, questions, tolerance);
            },
          ),
          { numRuns: countDrawn('drawn live changes of the engine contract') },
        );
      },
    );
  });
};
