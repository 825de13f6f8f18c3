import { describe, expect, it } from 'vitest';
import { findNeighbours, mapVectors, scoreVectors } from './stability.ts';
import type { LooksMap } from '../map/looks-map.ts';

/** Directions on a quarter of a circle, so that rows are neighbours of rows. */
const vectors = Array.from({ length: 24 }, (_, at) => ({
  looks: Float32Array.from([Math.cos(at / 16), Math.sin(at / 16)]),
  colour: Float32Array.of(1),
}));
const items = vectors.map((_, at) => ({
  hash: `h${at}`,
  identifier: `p${at}`,
  family: `f${Math.floor(at / 2)}`,
  label: 'all',
  words: at < 12 ? ['hoodie'] : ['lamp'],
}));
const compared = { items, vectors };
const rowAt = (row: number) => vectors[row] ?? { looks: new Float32Array(2), colour: Float32Array.of(1) };

describe('comparing vectors', () => {
  it('adds colour with the weight of a box', () => {
    expect(scoreVectors(compared, rowAt(3))[3]).toBeCloseTo(1.3);
  });

  it('finds the best of other families, each once', () => {
    const found = findNeighbours(compared, 4, rowAt(4), 4);
    expect(found).toEqual([3, 6, 1, 8]);
  });

  it('maps with the words of each item, or leaves vectors as they are', () => {
    const map: LooksMap = {
      projection: null,
      settings: { mix: null, colour: 1, words: 1 },
      vocabulary: { words: ['hoodie', 'lamp'], weights: Float32Array.of(1, 1) },
    };
    expect(mapVectors(null, items, vectors)).toEqual(vectors);
    const mapped = { items, vectors: mapVectors(map, items, vectors) };
    const [first] = mapped.vectors;
    if (first === undefined) throw new Error('no vectors');
    const scores = scoreVectors(mapped, first);
    expect((scores[11] ?? 0) - (scores[12] ?? 0)).toBeGreaterThan(0.4);
  });
});
