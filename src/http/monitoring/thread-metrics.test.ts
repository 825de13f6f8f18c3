import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { CompletedCall } from '../operation/edge.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { addEnded, addTotals, type MetricsSnapshot } from './thread-metrics.ts';

/** What a thread with these counts would send. */
const takeSnapshot = async (refused: Record<string, number>, open: number): Promise<MetricsSnapshot> => {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'refused_total', help: 'r', labelNames: ['reason'], registers });
  for (const [reason, count] of Object.entries(refused)) counter.inc({ reason }, count);
  new Gauge({ name: 'open', help: 'o', registers }).set(open);
  const seconds = new Histogram({ name: 'seconds', help: 's', buckets: [0.5], registers });
  for (let count = 0; count < open; count += 1) seconds.observe(0.25);
  return registry.getMetricsAsJSON();
};

const textOf = async (snapshots: readonly MetricsSnapshot[]): Promise<string[]> =>
  (await (await addTotals(new Registry(), snapshots)).metrics())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

describe('metrics of several threads', () => {
  it('are added up by label', async () => {
    const snapshots = [await takeSnapshot({ a: 2, b: 3 }, 4), await takeSnapshot({ a: 5 }, 6)];
    expect(await textOf(snapshots)).toEqual([
      'refused_total{reason="a"} 7',
      'refused_total{reason="b"} 3',
      'open 10',
      'seconds_bucket{le="0.5"} 10',
      'seconds_bucket{le="+Inf"} 10',
      'seconds_sum 2.5',
      'seconds_count 10',
    ]);
  });

  it('of a thread that ended keep what was counted, and not what was open', async () => {
    const first = await addEnded([], await takeSnapshot({ a: 2 }, 4));
    const both = await addEnded(first, await takeSnapshot({ a: 1, b: 1 }, 5));
    expect(await textOf([both])).toEqual([
      'refused_total{reason="a"} 3',
      'refused_total{reason="b"} 1',
      'seconds_bucket{le="0.5"} 9',
      'seconds_bucket{le="+Inf"} 9',
      'seconds_sum 2.25',
      'seconds_count 9',
    ]);
  });

  it('of calls are added up by operation, status and time', async () => {
    const create = () =>
      createMetrics({
        inFlight: { running: 0, waiting: 0 },
        connections: { open: 0 },
        liveVersions: () => [],
        measuresProcess: false,
      });
    const count = (metrics: Metrics, operation: string, status: number, elapsedMs: number): void =>
      metrics.count({ operation, status, elapsedMs } as CompletedCall);
    const [one, other] = [create(), create()];
    count(one, 'imageSearch', 200, 1);
    count(other, 'imageSearch', 200, 1);
    count(other, 'imageSearch', 404, 3000);
    count(other, 'relatedKeywords', 200, 20);
    expect(await textOf([await one.snapshot(), await other.snapshot()])).toEqual(
      expect.arrayContaining([
        'kindred_requests_total{operation="imageSearch",status="200"} 2',
        'kindred_requests_total{operation="imageSearch",status="404"} 1',
        'kindred_requests_total{operation="relatedKeywords",status="200"} 1',
        'kindred_request_duration_seconds_bucket{le="0.001",operation="imageSearch"} 2',
        'kindred_request_duration_seconds_bucket{le="+Inf",operation="imageSearch"} 3',
        'kindred_request_duration_seconds_count{operation="relatedKeywords"} 1',
      ]),
    );
  });

  it('are one text, with those of the process once', async () => {
    const needs = { inFlight: { running: 1, waiting: 0 }, liveVersions: () => [] };
    const thread = createMetrics({ ...needs, connections: { open: 3 }, measuresProcess: false });
    thread.countRefusal('connections');
    const main = createMetrics({
      ...needs,
      connections: { open: 4 },
      threads: { read: async () => [await thread.snapshot()], running: () => 2, replaced: () => 1 },
    });
    main.countRefusal('connections');
    const lines = (await main.text('anybody')).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'kindred_connections 7',
        'kindred_in_flight 2',
        'kindred_refused_total{reason="connections"} 2',
        'kindred_threads 2',
        'kindred_threads_replaced_total 1',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('kindred_process_resident_memory_bytes '))).toHaveLength(1);
    expect(await thread.text('anybody')).not.toContain('kindred_process_resident_memory_bytes');
  });
});
