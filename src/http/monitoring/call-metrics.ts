/*
 * Answers by operation and status, and how long they took, in the text format of Prometheus. Counted here and not by the
 * library, which looks its labels up for each call: that took longer than finding a cached answer.
 */

/** Seconds. Most answers take well under a millisecond; the wide buckets are for the tail. */
const bounds = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export type CallMetrics = {
  readonly count: (operation: string, status: number, seconds: number) => void;
  /** What was counted, also for another thread. */
  readonly counts: CallCounts;
  /** The sums with what other threads counted. */
  readonly text: (others?: readonly CallCounts[]) => string;
};

/** By operation. */
export type CallCounts = ReadonlyMap<string, OperationCounts>;

type OperationCounts = {
  readonly statuses: Map<number, number>;
  /** Calls by the first bound that they do not exceed; the last are beyond all bounds. */
  readonly buckets: Float64Array;
  seconds: number;
};

export const createCallMetrics = (): CallMetrics => {
  const operations = new Map<string, OperationCounts>();
  const findCounts = (operation: string): OperationCounts => {
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const counts = { statuses: new Map(), buckets: new Float64Array(bounds.length + 1), seconds: 0 };
    operations.set(operation, counts);
    return counts;
  };
  return {
    count: (operation, status, seconds) => {
      const counts = findCounts(operation);
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
      let bucket = 0;
      while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
      counts.seconds += seconds;
    },
    counts: operations,
    text: (others = []) =>
      describeCalls(others.length === 0 ? operations : addCalls([operations, ...others])),
  };
};

/** The sums of several threads. */
export const addCalls = (all: readonly CallCounts[]): CallCounts => {
  const sums = new Map<string, OperationCounts>();
  const createSum = (length: number): OperationCounts => ({
    statuses: new Map<number, number>(),
    buckets: new Float64Array(length),
    seconds: 0,
  });
  for (const [operation, { statuses, buckets, seconds }] of all.flatMap((counts) => [...counts])) {
    const sum = sums.get(operation) ?? createSum(buckets.length);
    for (const [status, count] of statuses) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + count);
    sum.buckets.forEach((count, place) => (sum.buckets[place] = count + (buckets[place] ?? 0)));
    sum.seconds += seconds;
    sums.set(operation, sum);
  }
  return sums;
};

const describeCalls = (operations: CallCounts): string =>
  [
    ...describe('kindred_requests_total', 'counter', 'Answers by operation and status.'),
    ...[...operations].flatMap(([operation, { statuses }]) => listStatuses(operation, statuses)),
    '',
    ...describe(duration, 'histogram', 'Time from the end of the request to a ready answer.'),
    ...[...operations].flatMap(([operation, counts]) => listBuckets(operation, counts)),
    '',
  ].join('\n');

const duration = 'kindred_request_duration_seconds';

const describe = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const listStatuses = (operation: string, statuses: ReadonlyMap<number, number>): string[] =>
  [...statuses].map(
    ([status, count]) => `kindred_requests_total{operation="${operation}",status="${status}"} ${count}`,
  );

/** A bucket counts everything up to its bound. */
const listBuckets = (operation: string, { buckets, seconds }: OperationCounts): string[] => {
  let count = 0;
  const lines = Array.from(buckets, (more, place) => {
    count += more;
    return `${duration}_bucket{le="${bounds[place] ?? '+Inf'}",operation="${operation}"} ${count}`;
  });
  return [
    ...lines,
    `${duration}_sum{operation="${operation}"} ${seconds}`,
    `${duration}_count{operation="${operation}"} ${count}`,
  ];
};
