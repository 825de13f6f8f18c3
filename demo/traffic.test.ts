import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAnalyticsFile } from '../src/analytics/analytics-file.ts';
import { createCallCounter } from '../src/analytics/call-counter.ts';
import { demoKeywords } from './keywords.ts';
import { demoProducts } from './products.ts';
import { simulateTraffic } from './traffic.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindred-traffic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the simulated traffic of the demo', () => {
  it('fills thirty days up to the present hour, with clicks, orders and searches without a result', () => {
    const file = openAnalyticsFile(join(folder, 'analytics.sqlite'));
    const until = Date.parse('2026-11-18T10:20:00Z');
    simulateTraffic(
      (now) =>
        createCallCounter({
          file,
          now,
          mayKeep: () => true,
          onFlushFailed: (error) => {
            throw error;
          },
        }),
      {
        websiteId: 1,
        boxes: [
          { id: 1, kind: 'search' },
          { id: 2, kind: 'relatedKeywords' },
        ],
        campaigns: [],
        products: demoProducts(),
        keywords: demoKeywords(),
        missing: ['umbrella'],
        until,
      },
    );
    const rows = file.rows(1, 0, Number.MAX_SAFE_INTEGER, null);
    const hour = Math.floor(until / 3_600_000);
    expect(Math.max(...rows.map((row) => row.hour))).toBe(hour - 1);
    expect(new Set(rows.map((row) => Math.floor(row.hour / 24))).size).toBeGreaterThanOrEqual(30);
    expect(file.activeHours(hour - 24, hour).size).toBe(24);
    expect(file.outcomes.sales(1, 0, hour, null)).toHaveLength(2);
    expect(file.funnel(1, 0, hour, null).identifier.clicked).toBeGreaterThan(20);
    expect(rows.reduce((sum, row) => sum + row.notFound, 0)).toBeGreaterThan(20);
    file.close();
  });
});
