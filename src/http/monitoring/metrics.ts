import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CompletedCall } from '../edge/edge.ts';
import type { ConcurrencyLimiter } from '../edge/concurrency-limiter.ts';

/** A dataset and its live version. */
export type LiveVersion = { readonly website: string; readonly dataset: string; readonly version: string };

export type Metrics = {
  readonly count: (completed: CompletedCall) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

type MetricsNeeds = {
  readonly inFlight: ConcurrencyLimiter;
  readonly liveVersions: () => readonly LiveVersion[];
};

/** Seconds. Most answers take well under a millisecond; the wide buckets are for the tail. */
const buckets = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Uses a registry of its own, so that two apps in one process count separately. */
export const createMetrics = ({ inFlight, liveVersions }: MetricsNeeds): Metrics => {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  const requests = new Counter({
    name: 'kindred_requests_total',
    help: 'Answers by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'kindred_request_duration_seconds',
    help: 'Time from the end of the request to a ready answer.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  gauge(registers, 'kindred_in_flight', 'Answers being made or sent.', () => inFlight.running);
  gauge(registers, 'kindred_queued', 'Calls that wait for a place.', () => inFlight.waiting);
  versionGauge(registers, liveVersions);
  collectDefaultMetrics({ register: registry, prefix: 'kindred_' });
  return {
    count: ({ operation, status, elapsedMs }) => {
      requests.inc({ operation, status });
      latency.observe({ operation }, elapsedMs / 1000);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};

const gauge = (registers: Registry[], name: string, help: string, read: () => number): void => {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
};

const versionGauge = (registers: Registry[], liveVersions: MetricsNeeds['liveVersions']): void => {
  new Gauge({
    name: 'kindred_live_version',
    help: 'The live version of each dataset, in a label; the value is always 1.',
    labelNames: ['website', 'dataset', 'version'],
    registers,
    collect() {
      this.reset();
      for (const live of liveVersions()) this.set(live, 1);
    },
  });
};
