/*
 * Latencies in buckets whose bounds grow by a fixed factor, so that a quantile is as exact for a tenth of a
 * millisecond as for ten seconds:
 *
 *   bucket i holds [lowest · 2^(i/4), lowest · 2^((i+1)/4)); a value is exact to within 9 %.
 */
const histogramDefaults = { buckets: 96, perDoubling: 4, lowestMs: 1 / 64 } as const;

export type Histogram = Uint32Array;

export const createHistogram = (): Histogram => new Uint32Array(histogramDefaults.buckets);

export const observe = (histogram: Histogram, ms: number): void => {
  const { buckets, perDoubling, lowestMs } = histogramDefaults;
  const place = Math.floor(Math.log2(Math.max(ms, lowestMs) / lowestMs) * perDoubling);
  const bucket = Math.min(place, buckets - 1);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
};

export const addHistogram = (sum: Histogram, other: Histogram): void => {
  for (const [bucket, count] of other.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
};

/** The middle of the bucket in which this share of the values lies below; null for no values. */
export const quantile = (histogram: Histogram, share: number): number | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const { perDoubling, lowestMs } = histogramDefaults;
  const wanted = Math.ceil(total * share);
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) >= wanted);
  const ms = lowestMs * 2 ** ((bucket + 0.5) / perDoubling);
  return Number(ms.toPrecision(3));
};

export const toBytes = (histogram: Histogram): Uint8Array => new Uint8Array(histogram.slice().buffer);

export const fromBytes = (bytes: Uint8Array): Histogram => new Uint32Array(Uint8Array.from(bytes).buffer);
