import { expect } from 'vitest';
import type { DraftProduct, Engine, ProductDraft } from '../../src/engine/engine.ts';
import { createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { approximately } from './expect-scores.ts';
import {
  anyProduct,
  dataset,
  draft,
  halfway,
  listIdentifiers,
  openReader,
  publish,
  readSource,
  searchFrom,
  shop,
  x,
} from './shop.ts';
import type { Suite } from './suite.ts';

const words = {
  hoodie: Float32Array.from([1, 0]),
  lamp: Float32Array.from([0, 1]),
  hoodieLamp: Float32Array.from([0.6, 0.8]),
  none: Float32Array.from([0, 0]),
};

const named = (identifier: string, looks: Float32Array, title: Float32Array): DraftProduct => ({
  product: createProduct(identifier, {}),
  picture: { ...createPicture(looks, x), hash: `${identifier} hash`, title },
});

const titled: readonly DraftProduct[] = [
  named('source', x, words.hoodie),
  named('same-looks', x, words.lamp),
  named('same-title', halfway, words.hoodie),
  named('half', halfway, words.hoodieLamp),
  named('wordless', halfway, words.none),
];

const weights = { looks: 1, colour: 0, title: 1 };
const plan = { weights, same: anyProduct, exclude: null, candidates: 10 };
const titledDraft: ProductDraft = { ...draft, plans: [plan], titleWeight: 0.25, comparison: 'as titles say' };

/** Words of titles as a part of likeness. */
export const describeTitleWords = (suite: Suite): void => {
  const { describe, beforeEach, it, tolerance } = suite;
  describe('words of titles', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });
    beforeEach(() => publish(engine, dataset, titledDraft, titled));

    const search = async (some: typeof weights | { looks: number; colour: number }, explain = false) => {
      const reader = openReader(engine);
      const seed = { kind: 'looks', source: await readSource(reader, 'source'), weights: some } as const;
      return searchFrom(reader, 'source', { seed, explain });
    };

    it('keeps what was decided for the catalogue', () => {
      expect(openReader(engine)).toMatchObject({ titleWeight: 0.25, comparison: 'as titles say' });
    });

    it('counts them by their weight, from a list and by a scan', async () => {
      const byList = await search(weights);
      expect(byList.hits.map(({ identifier, score }) => [identifier, score])).toEqual([
        ['same-title', approximately(0.75, tolerance)],
        ['half', approximately(0.55, tolerance)],
        ['same-looks', approximately(0.5, tolerance)],
        ['wordless', approximately(0.25, tolerance)],
      ]);
      const byScan = await search({ looks: 3, colour: 0, title: 1 });
      expect(byScan.hits.map(({ identifier, score }) => [identifier, score])).toEqual([
        ['same-looks', approximately(0.75, tolerance)],
        ['same-title', approximately(0.625, tolerance)],
        ['half', approximately(0.525, tolerance)],
        ['wordless', approximately(0.375, tolerance)],
      ]);
    });

    it('leaves them out without a weight', async () => {
      const { hits } = await search({ looks: 1, colour: 0 });
      expect(hits[0]).toMatchObject({ identifier: 'same-looks', score: approximately(1, tolerance) });
      expect(hits[1]?.score).toEqual(approximately(0.5, tolerance));
    });

    it('explains their part of a score', async () => {
      const { hits } = await search(weights, true);
      expect(hits.map(({ parts }) => parts?.title)).toEqual(
        [1, Math.fround(0.6), 0, 0].map((title) => approximately(title, tolerance)),
      );
      expect(hits[0]?.parts?.looks).toEqual(approximately(0.5, tolerance));
    });

    it('compares those of live changes', async () => {
      const { product, picture } = named('new', x, words.hoodie);
      await engine.change(dataset, [{ at: 1, kind: 'put', product, picture }]);
      const { hits } = await search(weights, true);
      expect(hits[0]).toMatchObject({ identifier: 'new', parts: { title: approximately(1, tolerance) } });
      expect(hits).toHaveLength(5);
    });

    it('refuses a picture without them beside pictures that have them', async () => {
      const builder = await engine.buildProducts(dataset, titledDraft);
      const [first] = titled;
      if (first === undefined) throw new Error('no product');
      await builder.add(first);
      const plain = { product: createProduct('plain', {}), picture: createPicture(x, x) };
      await expect(builder.add(plain)).rejects.toMatchObject({ code: 'bad-input' });
      await builder.abandon();
    });

    it('is not compared in a version without them, whatever the weight', async () => {
      await publish(engine, dataset, draft, shop);
      expect(openReader(engine).titleWeight ?? null).toBeNull();
      expect(openReader(engine).comparison ?? null).toBeNull();
      const { hits } = await searchFrom(openReader(engine), 'source', { explain: true });
      expect(hits[0]?.parts?.title).toBeNull();
      expect(listIdentifiers({ hits })).toEqual(['shirt-m', 'far']);
    });
  });
};
