import autocannon from 'autocannon';

export type LoadResult = {
  answers: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  not2xx: number;
};

/** Sends requests on 16 connections for some seconds, cycling through the paths in order. */
export const runLoad = async (
  baseUrl: string,
  paths: readonly string[],
  headers: Record<string, string>,
  seconds: number,
): Promise<LoadResult> => {
  const result = await autocannon({
    url: baseUrl,
    connections: 16,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers })),
  });
  return {
    answers: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    not2xx: result.non2xx,
  };
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
