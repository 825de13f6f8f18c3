import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { addCalls, type CallCounts } from './call-metrics.ts';

/** What one thread has counted, in a form that can be sent to another. */
export type MetricsSnapshot = {
  readonly calls: CallCounts;
  readonly totals: readonly MetricObjectWithValues<MetricValue<string>>[];
};

/** What threads beside this one have counted. */
export type ThreadMetrics = {
  readonly read: () => Promise<readonly MetricsSnapshot[]>;
  /** Threads that serve now, this one included. */
  readonly running: () => number;
  /** Threads that ended by themselves and were replaced. */
  readonly replaced: () => number;
};

/** A registry with the sums of what this thread and others have counted. */
export const addTotals = async (own: Registry, others: readonly MetricsSnapshot[]): Promise<Registry> => {
  const all = [await own.getMetricsAsJSON(), ...others.map(({ totals }) => [...totals])];
  return AggregatorRegistry.aggregate(all);
};

/**
 * What remains of a thread that ended, added to `before`: totals never go back, and what it had open, in work or in
 * memory is gone.
 */
export const addEnded = (before: MetricsSnapshot | null, ended: MetricsSnapshot): MetricsSnapshot => {
  const counters = ended.totals.filter(({ type }) => String(type) === 'counter');
  const all = before === null ? [counters] : [[...before.totals], counters];
  return {
    calls: addCalls(before === null ? [ended.calls] : [before.calls, ended.calls]),
    totals: mergeValues(all),
  };
};

const mergeValues = (all: readonly MetricsSnapshot['totals'][]): MetricsSnapshot['totals'] => {
  const byName = new Map<string, MetricObjectWithValues<MetricValue<string>>>();
  for (const metric of all.flat()) {
    const known = byName.get(metric.name);
    byName.set(metric.name, known === undefined ? metric : { ...known, values: addValues(known, metric) });
  }
  return [...byName.values()];
};

const addValues = (
  one: MetricObjectWithValues<MetricValue<string>>,
  other: MetricObjectWithValues<MetricValue<string>>,
): MetricValue<string>[] => {
  const sums = new Map<string, MetricValue<string>>();
  for (const value of [...one.values, ...other.values]) {
    const key = JSON.stringify(value.labels);
    const known = sums.get(key);
    sums.set(key, known === undefined ? value : { ...known, value: known.value + value.value });
  }
  return [...sums.values()];
};
