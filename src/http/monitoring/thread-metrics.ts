import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

type CountedValue = MetricValue<string> & { readonly metricName?: string };
type CountedMetric = MetricObjectWithValues<CountedValue>;

/** What one thread has counted, in a form that can be sent to another. */
export type MetricsSnapshot = readonly CountedMetric[];

/** What threads beside this one have counted. */
export type ThreadMetrics = {
  readonly read: () => Promise<readonly MetricsSnapshot[]>;
  /** Threads that serve now, this one included. */
  readonly running: () => number;
  /** Threads that ended by themselves and were replaced. */
  readonly replaced: () => number;
};

/** A registry with the sums of what this thread and others have counted. */
export const addTotals = async (own: Registry, others: readonly MetricsSnapshot[]): Promise<Registry> =>
  AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...others.map((each) => [...each])]);

/**
 * What remains of a thread that ended, added to `before`: totals never go back, and what it had open, in work or in
 * memory is gone.
 */
export const addEnded = (before: MetricsSnapshot | null, ended: MetricsSnapshot): MetricsSnapshot => {
  const byName = new Map<string, CountedMetric>();
  for (const metric of [...(before ?? []), ...ended.filter(({ type }) => String(type) !== 'gauge')]) {
    const known = byName.get(metric.name);
    byName.set(metric.name, known === undefined ? metric : { ...known, values: addValues(known, metric) });
  }
  return [...byName.values()];
};

const addValues = (one: CountedMetric, other: CountedMetric): CountedValue[] => {
  const sums = new Map<string, CountedValue>();
  for (const value of [...one.values, ...other.values]) {
    // A histogram has several values with the same labels: its sum and its count.
    const key = JSON.stringify([value.metricName, value.labels]);
    const known = sums.get(key);
    sums.set(key, known === undefined ? value : { ...known, value: known.value + value.value });
  }
  return [...sums.values()];
};
