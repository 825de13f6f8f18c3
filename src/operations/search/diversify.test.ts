import { describe, expect, it } from 'vitest';
import type { Hit, ProductReader, SearchResult } from '../../engine/engine.ts';
import { diversify } from './diversify.ts';

/** Pictures on a circle: `red-1` and `red-2` are the same, `blue` is at a right angle to them. */
const pictures: Readonly<Record<string, readonly number[]>> = {
  'red-1': [1, 0],
  'red-2': [1, 0],
  'red-3': [1, 0],
  blue: [0, 1],
};
const reader = {
  pictures: async (identifiers: readonly string[]) =>
    identifiers.map((identifier) => {
      const looks = pictures[identifier];
      return looks ? { looks: Float32Array.from(looks), colour: Float32Array.of(1) } : null;
    }),
} as unknown as ProductReader;
const parts = { looks: 1, colour: null, title: null, text: null, boosts: [], organicPosition: 1 };
const hit = (identifier: string, score: number, pinned = false, boost = 1): Hit => ({
  identifier,
  score,
  record: new Uint8Array(),
  parts: { ...parts, pinned, boost },
});
const setOf = (hits: readonly Hit[]): SearchResult => ({
  count: hits.length,
  organic: hits.length,
  hits,
  facets: [],
  text: null,
});
const all = setOf([hit('red-1', 0.9), hit('red-2', 0.89), hit('red-3', 0.88), hit('blue', 0.6)]);
const vary = (set: SearchResult, diversity: number, skip = 0, take = 10) =>
  diversify(reader, set, { looks: 1, colour: 0, diversity }, { skip, take });
const names = (hits: readonly Hit[]) => hits.map(({ identifier }) => identifier);

describe('varied results', () => {
  it('put what is unlike those in front before more of the same, and say where it was', async () => {
    const { hits, movedFrom } = await vary(all, 0.5);
    expect(names(hits)).toEqual(['red-1', 'blue', 'red-2', 'red-3']);
    expect([...movedFrom]).toEqual([
      ['blue', 4],
      ['red-2', 2],
      ['red-3', 3],
    ]);
  });

  it('keep the order of scores with a small share', async () => {
    const { hits, movedFrom } = await vary(all, 0.1);
    expect([names(hits), movedFrom.size]).toEqual([['red-1', 'red-2', 'red-3', 'blue'], 0]);
  });

  it('have pages that follow each other', async () => {
    const pages = [await vary(all, 0.5, 0, 2), await vary(all, 0.5, 2, 2)];
    expect(pages.flatMap(({ hits }) => names(hits))).toEqual(names((await vary(all, 0.5)).hits));
  });

  it('leave pins in their places, and count boosts', async () => {
    const pinned = setOf([hit('red-1', 0.9), hit('red-2', 0.2, true), hit('red-3', 0.8), hit('blue', 0.6)]);
    expect(names((await vary(pinned, 0.5)).hits)).toEqual(['red-1', 'red-2', 'blue', 'red-3']);
    const boosted = setOf([hit('blue', 0.6, false, 2), hit('red-1', 0.9)]);
    expect(names((await vary(boosted, 0.05)).hits)).toEqual(['blue', 'red-1']);
  });

  it('take products without a picture for unlike all others', async () => {
    const set = setOf([hit('red-1', 0.9), hit('red-2', 0.8), hit('unseen', 0.5)]);
    expect(names((await vary(set, 0.5)).hits)).toEqual(['red-1', 'unseen', 'red-2']);
  });
});
