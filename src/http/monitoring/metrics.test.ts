import { describe, expect, it } from 'vitest';
import type { CompletedCall } from '../operation/edge.ts';
import { createMetrics } from './metrics.ts';

const create = () =>
  createMetrics({
    inFlight: { running: 3, waiting: 2 },
    connections: { open: 5 },
    liveVersions: () => [
      { website: 'north', dataset: 'catalogue', version: '7' },
      { website: 'south', dataset: 'searches', version: '1' },
    ],
    countDamage: () => 4,
  });

describe('metrics', () => {
  it('have totals for anybody, and names for operators only', async () => {
    const metrics = create();
    const [anybody, operator] = [await metrics.text('anybody'), await metrics.text('operator')];
    for (const text of [anybody, operator])
      for (const line of [
        'kindred_in_flight 3',
        'kindred_queued 2',
        'kindred_connections 5',
        'kindred_live_datasets 2',
        'kindred_damaged 4',
      ])
        expect(text).toContain(line);
    expect(anybody).not.toMatch(/north|south|catalogue|searches/);
    expect(operator).toContain('kindred_live_version{website="north",dataset="catalogue",version="7"} 1');
    expect(operator).toContain('kindred_live_version{website="south",dataset="searches",version="1"} 1');
  });

  it('count answers by operation and status, and say what they are before', async () => {
    const metrics = create();
    expect(await metrics.text('anybody')).toContain('# TYPE kindred_request_duration_seconds histogram');
    for (const status of [200, 200, 304, 400])
      metrics.count({ operation: 'imageSearch', status, elapsedMs: 1 } as CompletedCall);
    metrics.count({ operation: 'none', status: 404, elapsedMs: 2600 } as CompletedCall);
    const lines = (await metrics.text('anybody')).split('\n');
    for (const line of [
      'kindred_requests_total{operation="imageSearch",status="200"} 2',
      'kindred_requests_total{operation="imageSearch",status="304"} 1',
      'kindred_requests_total{operation="imageSearch",status="400"} 1',
      'kindred_requests_total{operation="none",status="404"} 1',
      'kindred_request_duration_seconds_bucket{le="0.0005",operation="imageSearch"} 0',
      'kindred_request_duration_seconds_bucket{le="0.001",operation="imageSearch"} 4',
      'kindred_request_duration_seconds_bucket{le="2.5",operation="none"} 0',
      'kindred_request_duration_seconds_bucket{le="+Inf",operation="none"} 1',
    ])
      expect(lines).toContain(line);
  });

  it('count refusals by reason, and stalls by the only route in work', async () => {
    const metrics = create();
    metrics.countRefusal('queue-full');
    metrics.countRefusal('queue-full');
    metrics.countRefusal('slow-reader');
    metrics.countStall({ ms: 100, routes: [] });
    metrics.countStall({ ms: 200, routes: ['/a'] });
    metrics.countStall({ ms: 300, routes: ['/a'] });
    metrics.countStall({ ms: 400, routes: ['/a', '/b'] });
    const text = await metrics.text('anybody');
    for (const line of [
      'kindred_refused_total{reason="queue-full"} 2',
      'kindred_refused_total{reason="slow-reader"} 1',
      'kindred_event_loop_stalls_total{route="none"} 1',
      'kindred_event_loop_stalls_total{route="/a"} 2',
      'kindred_event_loop_stalls_total{route="several"} 1',
      'kindred_event_loop_stall_seconds_total{route="/a"} 0.5',
    ])
      expect(text).toContain(line);
  });

  it('of two apps in one process are counted apart', async () => {
    const [one, other] = [create(), create()];
    one.countRefusal('closed');
    expect(await other.text('anybody')).not.toContain('reason="closed"');
  });
});
