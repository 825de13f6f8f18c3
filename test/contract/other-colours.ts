import { expect } from 'vitest';
import type { DraftProduct, Engine } from '../../src/engine/engine.ts';
import { createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { approximately } from './expect-scores.ts';
import {
  anyProduct,
  dataset,
  draft,
  halfway,
  openReader,
  publish,
  readSource,
  searchFrom,
  x,
} from './shop.ts';
import type { Suite } from './suite.ts';

const shaped = (identifier: string, looks: Float32Array, colour: Float32Array): DraftProduct => ({
  product: createProduct(identifier, {}),
  picture: createPicture(looks, colour),
});
const other = Float32Array.from([0, 0, 0, 1]);

const shapes: readonly DraftProduct[] = [
  shaped('source', x, x),
  shaped('same-colour', x, x),
  shaped('near-colour', x, halfway),
  shaped('other-colour', x, other),
  shaped('other-shape', halfway, other),
];

const weights = { looks: 1, colour: 1 };
/** A list of the same ratio, which must not answer when other colours are wanted. */
const plan = { weights, same: anyProduct, exclude: null, candidates: 10 };

/** A weight of colour below 0: the same shape in other colours comes first. */
export const describeOtherColours = (suite: Suite): void => {
  const { describe, beforeEach, it, tolerance } = suite;
  describe('a weight of colour below 0', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });
    beforeEach(() => publish(engine, dataset, { ...draft, plans: [plan] }, shapes));

    const search = async (colour: number) => {
      const reader = openReader(engine);
      const source = await readSource(reader, 'source');
      const seed = { kind: 'looks', source, weights: { looks: 1, colour } } as const;
      const { hits } = await searchFrom(reader, 'source', { seed, explain: true });
      return hits;
    };

    it('brings the same shape in other colours to the front', async () => {
      const hits = await search(-1);
      expect(hits.map(({ identifier, score }) => [identifier, score])).toEqual([
        ['other-colour', approximately(1, tolerance)],
        ['near-colour', approximately(0.75, tolerance)],
        ['other-shape', approximately(0.75, tolerance)],
        ['same-colour', approximately(0.5, tolerance)],
      ]);
    });

    it('keeps the cosine of colours in the explanation', async () => {
      const [first] = await search(-1);
      expect(first?.parts).toMatchObject({
        looks: approximately(1, tolerance),
        colour: approximately(0, tolerance),
      });
    });

    it('counts by its size', async () => {
      const scores = new Map((await search(-0.25)).map(({ identifier, score }) => [identifier, score]));
      expect(scores.get('same-colour')).toEqual(approximately(0.8, tolerance));
      expect(scores.get('other-shape')).toEqual(approximately(0.6, tolerance));
    });
  });
};
