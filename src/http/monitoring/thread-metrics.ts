import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** What one thread has counted, in a form that can be sent to another. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

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
export const addEnded = (before: MetricsSnapshot, ended: MetricsSnapshot): Promise<MetricsSnapshot> => {
  const counted = ended.filter(({ type }) => String(type) !== 'gauge');
  return AggregatorRegistry.aggregate([[...before], counted]).getMetricsAsJSON();
};
