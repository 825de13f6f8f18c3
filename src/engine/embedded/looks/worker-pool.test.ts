import { describe, expect, it } from 'vitest';
import { openWorkerPool } from './worker-pool.ts';
import { vectorStride } from './vectors.ts';

const shape = { looks: 8, colour: 4 };
const size = 300;

/** Drawn by a fixed rule, so that both crews see the same. */
const ground = () => {
  const vectors = new Float32Array(new SharedArrayBuffer(size * vectorStride(shape) * 4));
  for (let at = 0; at < vectors.length; at += 1) vectors[at] = Math.abs(Math.sin(at * 1.7)) / 3;
  return {
    vectors,
    shape,
    // Families of up to forty looks: the first room for candidates is too small for some lists.
    familyOf: Uint32Array.from({ length: size }, (_, row) => (row < 200 ? Math.floor(row / 40) : row)),
    pictureOfRow: Int32Array.from({ length: size }, (_, row) => row),
  };
};

describe('a crew of other threads', () => {
  it('makes the same lists as the calling thread', async () => {
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    const task = { weights: { looks: 1, colour: 0.3 }, families: 7, queries: rows, candidates: rows };
    const alone = openWorkerPool(ground(), 0);
    const together = openWorkerPool(ground(), Infinity);
    try {
      const lists = await Promise.all([together.compare(task), together.compare(task), alone.compare(task)]);
      expect(lists[0]).toEqual(lists[2]);
      expect(lists[1]).toEqual(lists[2]);
      expect(lists[2].lengths.length).toBe(size);
      expect(Math.min(...lists[2].lengths)).toBeGreaterThanOrEqual(7);
    } finally {
      await together.close();
      await alone.close();
    }
  });
});
