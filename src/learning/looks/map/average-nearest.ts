import { crc32 } from 'node:zlib';
import { runInThread } from '../run-in-thread.ts';
import { dotRows, normalize } from '../train/matrix.ts';
import type { Vectors } from '../train/sample.ts';
import { type Features, packFeatures } from '../train/train-map.ts';
import { applyMap, type LooksMap } from './looks-map.ts';

/*
 * Each vector is averaged with its nearest ones: what two photos of one product, or two alike products, have in common
 * counts more than what only one of them has.
 */

/** For each row the rows of its nearest `count`, nearest first; equal ones in their order. -1 where there are too few. */
export const findNearestRows = ({ values, count: rows, size }: Features, count: number): Int32Array => {
  const nearest = new Int32Array(rows * count).fill(-1);
  const scores = new Float64Array(rows * count).fill(-Infinity);
  const offer = (row: number, other: number, score: number): void => {
    const [first, last] = [row * count, (row + 1) * count - 1];
    if (!(score > (scores[last] ?? 0))) return;
    let place = last;
    for (; place > first && score > (scores[place - 1] ?? 0); place -= 1) {
      scores[place] = scores[place - 1] ?? 0;
      nearest[place] = nearest[place - 1] ?? -1;
    }
    scores[place] = score;
    nearest[place] = other;
  };
  for (let row = 0; row < rows; row += 1)
    for (let other = 0; other < row; other += 1) {
      const score = dotRows(values, row * size, values, other * size, size);
      offer(row, other, score);
      offer(other, row, score);
    }
  return nearest;
};

/** The mean of each row and its nearest ones, of unit length. */
const averageRows = (
  { values, count: rows, size }: Features,
  nearest: Int32Array,
  count: number,
): Features => {
  const averaged = new Float32Array(rows * size);
  for (let row = 0; row < rows; row += 1) {
    const sum = values.slice(row * size, (row + 1) * size);
    for (const other of nearest.subarray(row * count, (row + 1) * count)) {
      if (other < 0) continue;
      for (let at = 0; at < size; at += 1) sum[at] = (sum[at] ?? 0) + (values[other * size + at] ?? 0);
    }
    averaged.set(normalize(sum), row * size);
  }
  return { values: averaged, count: rows, size };
};

export const averageNearest = (features: Features, count: number): Features =>
  averageRows(features, findNearestRows(features, count), count);

/** Looks after averaging. `mark`: equal while the same pictures are nearest; engines keep one vector for each hash. */
type AveragedLooks = { readonly looks: Float32Array; readonly mark: string };

/**
 * Averages the looks of each picture with its nearest, if the map says so; null if not. By hash of the picture. The
 * nearest are found in a thread: an import shows its progress meanwhile.
 */
export const averagePictures = async (
  map: LooksMap | null,
  hashes: Iterable<string>,
  readVectors: (hash: string) => Vectors | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AveragedLooks> | null> => {
  const count = map?.settings.averaged;
  if (map === null || count === undefined) return null;
  const known = [...new Set(hashes)].flatMap((hash) => {
    const vectors = readVectors(hash);
    return vectors === null ? [] : [{ hash, looks: applyMap(map, { hash, ...vectors }, []).looks }];
  });
  const features = packFeatures(known.map(({ looks }) => looks));
  const worker = new URL('./nearest-worker.ts', import.meta.url);
  const nearest = await runInThread<Int32Array>(worker, { features, count }, signal);
  const { values, size } = averageRows(features, nearest, count);
  return new Map(
    known.map(({ hash }, row) => {
      const others = nearest.subarray(row * count, (row + 1) * count);
      const names = [...others].map((other) => known[other]?.hash ?? '').join(' ');
      const mark = crc32(names).toString(16).padStart(8, '0');
      return [hash, { looks: values.slice(row * size, (row + 1) * size), mark }];
    }),
  );
};
