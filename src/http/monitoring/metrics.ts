import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AnswerCache } from '../answer-cache/answer-cache.ts';
import type { CompletedCall } from '../operation/edge.ts';
import { addGauge, addLabelledGauge, addTotal } from './add-metrics.ts';
import { addNodeMetrics, type NodeState } from './node-metrics.ts';
import { addTotals, type MetricsSnapshot, type ThreadMetrics } from './thread-metrics.ts';
import type { LoopStall } from './event-loop-watch.ts';
import type { RefusalReason } from './log.ts';

/** A dataset and its live version. */
export type LiveVersion = { readonly website: string; readonly dataset: string; readonly version: string };

type MetricsNeeds = {
  readonly inFlight: { readonly running: number; readonly waiting: number };
  readonly connections: { readonly open: number };
  readonly liveVersions: () => readonly LiveVersion[];
  /** Finished answers that are cached; null: none are. */
  readonly answerCache?: () => AnswerCache['statistics'] | null;
  /** Files and versions that were found damaged and are not in use. */
  readonly countDamage?: () => number;
  /** What the node depends on; left out in a thread beside the main one. */
  readonly nodeState?: () => NodeState;
  /** Left out: this is the only thread. */
  readonly threads?: ThreadMetrics;
  /** False in a thread beside the main one: its memory and its collector are part of those of the process. */
  readonly measuresProcess?: boolean;
};

/** Seconds. Most answers take well under a millisecond; the wide buckets are for the tail. */
const durationBounds = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Uses registries of its own, so that two apps in one process count separately. */
export const createMetrics = ({
  inFlight,
  connections,
  liveVersions,
  countDamage = () => 0,
  answerCache = () => null,
  nodeState,
  threads,
  measuresProcess = true,
}: MetricsNeeds) => {
  const totals = new Registry();
  const named = new Registry();
  const registers = [totals];
  const count = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const calls = count('kindred_requests_total', 'Answers by operation and status.', 'operation', 'status');
  const durations = new Histogram({
    name: 'kindred_request_duration_seconds',
    help: 'Time from the end of the request to a ready answer.',
    labelNames: ['operation'],
    buckets: durationBounds,
    registers,
  });
  const refusals = count(
    'kindred_refused_total',
    'Calls and connections that were refused or ended under load, by reason.',
    'reason',
  );
  const stalls = count(
    'kindred_event_loop_stalls_total',
    'Times the event loop was blocked for more than 50 ms, by the route in work (none, or several).',
    'route',
  );
  const stallSeconds = count(
    'kindred_event_loop_stall_seconds_total',
    'Time for which the event loop was blocked in these stalls.',
    'route',
  );
  const gauge = (name: string, help: string, read: () => number) => addGauge(totals, name, help, read);
  gauge('kindred_in_flight', 'Answers being computed.', () => inFlight.running);
  gauge('kindred_queued', 'Calls that wait for their turn or for a slot.', () => inFlight.waiting);
  gauge('kindred_connections', 'Open connections.', () => connections.open);
  gauge('kindred_damaged', 'Damaged files and versions that are not in use.', countDamage);
  gauge('kindred_live_datasets', 'Datasets with a live version.', () => liveVersions().length);
  gauge('kindred_answer_cache_bytes', 'Bytes of cached answers.', () => answerCache()?.bytes ?? 0);
  gauge('kindred_answer_cache_entries', 'Cached answers.', () => answerCache()?.entries ?? 0);
  for (const name of ['hits', 'misses', 'evictions'] as const)
    addTotal(
      totals,
      `kindred_answer_cache_${name}_total`,
      cacheTotals[name],
      () => answerCache()?.[name] ?? 0,
    );
  if (threads) {
    gauge('kindred_threads', 'Threads that serve the two operations.', threads.running);
    const help = 'Serving threads that ended by themselves and were replaced.';
    addTotal(totals, 'kindred_threads_replaced_total', help, threads.replaced);
  }
  addLabelledGauge(
    named,
    'kindred_live_version',
    'The live version of each dataset, in a label; the value is always 1.',
    ['website', 'dataset', 'version'],
    () => liveVersions().map((labels) => [labels, 1]),
  );

  // Not among the totals, which are summed over threads.
  const process = new Registry();
  if (measuresProcess) {
    collectDefaultMetrics({ register: process, prefix: 'kindred_' });
    if (nodeState) addNodeMetrics(process, named, nodeState);
  }
  const sumUp = async (others: readonly MetricsSnapshot[]): Promise<Registry> =>
    others.length === 0 ? totals : addTotals(totals, others);
  return {
    count: ({ operation, status, elapsedMs }: CompletedCall): void => {
      calls.inc({ operation, status });
      durations.observe({ operation }, elapsedMs / 1000);
    },
    countRefusal: (reason: RefusalReason): void => refusals.inc({ reason }),
    countStall: ({ ms, routes }: LoopStall): void => {
      const [route = 'none', another] = routes;
      const label = { route: another === undefined ? route : 'several' };
      stalls.inc(label);
      stallSeconds.inc(label, ms / 1000);
    },
    contentType: totals.contentType,
    /** Totals only, or also what names websites, datasets and versions. */
    text: async (audience: 'anybody' | 'operator'): Promise<string> => {
      const others = (await threads?.read()) ?? [];
      const own = audience === 'operator' ? [process, named] : [process];
      const all = Registry.merge([await sumUp(others), ...own]);
      return all.metrics();
    },
    /** What was counted here, for the thread that sums up. */
    snapshot: (): Promise<MetricsSnapshot> => totals.getMetricsAsJSON(),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** How a total is read from the statistics of the answer cache. */
const cacheTotals = {
  hits: 'Calls answered with a cached answer.',
  misses: 'Calls whose answer was not cached.',
  evictions: 'Kept answers that were dropped to stay within KINDRED_CACHE_MB.',
} as const;
