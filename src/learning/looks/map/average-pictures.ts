import { crc32 } from 'node:zlib';
import { averageRows } from './average-nearest.ts';
import { applyMap, type LooksMap } from './looks-map.ts';
import { runInThread } from '../run-in-thread.ts';
import type { Vectors } from '../train/sample.ts';
import { packFeatures } from '../train/train-map.ts';

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
