import { describe, expect, it } from 'vitest';
import { codeCandidates } from './coded-candidates.ts';
import { openWorkerPool } from './worker-pool.ts';
import { vectorStride } from '../vectors/vector-shape.ts';

const shape = { looks: 8, colour: 4 };
const size = 300;

/** The same vectors at every call. */
const createData = async () => {
  const vectors = new Float32Array(new SharedArrayBuffer(size * vectorStride(shape) * 4));
  for (let at = 0; at < vectors.length; at += 1) vectors[at] = Math.abs(Math.sin(at * 1.7)) / 3;
  return {
    vectors,
    shape,
    // Families of up to forty looks: for some lists the first top-k is too small.
    familyOf: Uint32Array.from({ length: size }, (_, row) => (row < 200 ? Math.floor(row / 40) : row)),
    pictureOfRow: Int32Array.from({ length: size }, (_, row) => row),
  };
};

describe('the worker pool', () => {
  it('gives the same lists from worker threads as from the calling thread', async () => {
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    const task = { weights: { looks: 1, colour: 0.3 }, families: 7, queries: rows, candidates: rows };
    const inline = openWorkerPool(createData, Infinity);
    const threads = openWorkerPool(createData, 0);
    try {
      const lists = await Promise.all([threads.compare(task), threads.compare(task), inline.compare(task)]);
      expect(lists[0]).toEqual(lists[2]);
      expect(lists[1]).toEqual(lists[2]);
      expect(lists[2]).toHaveLength(size);
      expect(Math.min(...lists[2].map((keys) => keys.length))).toBeGreaterThanOrEqual(7);
    } finally {
      await threads.close();
      await inline.close();
    }
  });

  it('gives the same lists of a large group from worker threads as from the calling thread', async () => {
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    const group = { queries: rows, candidates: rows };
    const weights = { looks: 1, colour: 0.3 };
    const pools = [openWorkerPool(createData, 0), openWorkerPool(createData, Infinity)];
    try {
      const [inline, threads] = await Promise.all(
        pools.map(async (pool) => {
          const coded = await codeCandidates(pool, group, weights, 7);
          return { coded, lists: await pool.compare({ ...group, weights, families: 7, coded }) };
        }),
      );
      expect(threads).toEqual(inline);
      expect(threads?.coded.starts.length).toBeGreaterThan(17);
    } finally {
      await Promise.all(pools.map((pool) => pool.close()));
    }
  });
});
