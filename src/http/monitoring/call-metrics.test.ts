import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createCallMetrics } from './call-metrics.ts';

const bucketOf = (text: string, operation: string, bound: string): number =>
  Number(new RegExp(`_bucket{le="${bound}",operation="${operation}"} (\\d+)`).exec(text)?.[1]);

describe('metrics of calls', () => {
  it('count answers by operation and status', () => {
    const metrics = createCallMetrics();
    for (const status of [200, 200, 304, 400]) metrics.count('imageSearch', status, 0.001);
    metrics.count('none', 404, 0.001);
    expect(metrics.text().split('\n')).toEqual(
      expect.arrayContaining([
        '# TYPE kindred_requests_total counter',
        'kindred_requests_total{operation="imageSearch",status="200"} 2',
        'kindred_requests_total{operation="imageSearch",status="304"} 1',
        'kindred_requests_total{operation="imageSearch",status="400"} 1',
        'kindred_requests_total{operation="none",status="404"} 1',
      ]),
    );
  });

  it.each([
    [0, '0.0002', 1],
    [0.0002, '0.0002', 1],
    [0.00021, '0.0002', 0],
    [0.00021, '0.0005', 1],
    [2.5, '2.5', 1],
    [2.6, '2.5', 0],
    [2.6, '\\+Inf', 1],
    [1e9, '\\+Inf', 1],
  ])('%d s is counted up to %s: %d', (seconds, bound, expected) => {
    const metrics = createCallMetrics();
    metrics.count('imageSearch', 200, seconds);
    expect(bucketOf(metrics.text(), 'imageSearch', bound)).toBe(expected);
  });

  it('have the buckets, sums and counts of the library', async () => {
    const seconds = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(seconds, async (durations) => {
        const registry = new Registry();
        const histogram = new Histogram({
          name: 'kindred_request_duration_seconds',
          help: 'Time from the end of the request to a ready answer.',
          labelNames: ['operation'],
          buckets: [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
          registers: [registry],
        });
        const metrics = createCallMetrics();
        for (const duration of durations) {
          histogram.observe({ operation: 'relatedKeywords' }, duration);
          metrics.count('relatedKeywords', 200, duration);
        }
        const expected = (await registry.metrics()).trim().split('\n');
        expect(
          metrics
            .text()
            .split('\n')
            .slice(-expected.length - 1, -1),
        ).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('say what they are before anything was counted', () => {
    expect(createCallMetrics().text()).toMatch(/# TYPE kindred_request_duration_seconds histogram\n$/);
  });
});
