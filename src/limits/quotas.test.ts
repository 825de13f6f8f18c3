import { mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Quota, Subscription } from '../domain/subscription.ts';
import { createQuotas } from './quotas.ts';
import { createSegment, newestSegment, openNewestSegment, removeOldSegments } from './segment.ts';
import { createUsageCounter } from './usage-counter.ts';

const noon = Date.UTC(2026, 10, 15, 12);
const hourMs = 3_600_000;
const perHour: Quota = { calls: 3, per: 'hour' };

describe('quotas', () => {
  it('are used up by calls, and are there again in the next period', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) {
      expect(quotas.waitMs(1, perHour, noon)).toBe(0);
      quotas.count(1, perHour, noon);
    }
    expect(quotas.waitMs(1, perHour, noon + 1)).toBe(hourMs - 1);
    expect(quotas.waitMs(1, perHour, noon + hourMs)).toBe(0);
  });

  it('begin with what other processes have counted', () => {
    const quotas = createQuotas({ used: () => 2 });
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('of subscriptions are counted apart', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(2, perHour, noon)).toBe(0);
  });

  it('follow the totals of all processes after each write', () => {
    const quotas = createQuotas({ used: () => 0 });
    quotas.count(1, perHour, noon);
    expect(quotas.pending()).toMatchObject([
      { counter: { subscriptionId: 1, per: 'hour', startMs: noon }, calls: 1 },
    ]);
    quotas.markWritten([3]);
    expect(quotas.pending()).toEqual([]);
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('follow the totals when they are read again, with the calls that are not yet written', () => {
    const totals = { used: 0 };
    const quotas = createQuotas({ used: () => totals.used });
    quotas.count(1, perHour, noon);
    totals.used = 2;
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    quotas.refresh();
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('keep calls of the last period until they are written', () => {
    const quotas = createQuotas({ used: () => 0 });
    quotas.count(1, perHour, noon);
    quotas.count(1, perHour, noon + hourMs);
    expect(quotas.pending().map(({ counter, calls }) => [counter.startMs, calls])).toEqual([
      [noon, 1],
      [noon + hourMs, 1],
    ]);
  });

  it('begin anew when the period of the quota is changed', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, { calls: 3, per: 'day' }, noon)).toBe(0);
  });

  it('may be raised and lowered while they are used', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, { ...perHour, calls: 4 }, noon)).toBe(0);
    expect(quotas.waitMs(1, { ...perHour, calls: 1 }, noon)).toBe(hourMs);
  });
});

describe('the counter of usage', () => {
  const subscription = { id: 4, websiteId: 2 } as Subscription;

  it('counts by hour and outcome, and knows the last call that was admitted', () => {
    const usage = createUsageCounter();
    usage.count(subscription, 'calls', noon + 5);
    usage.count(subscription, 'calls', noon + 9);
    usage.count(subscription, 'overRate', noon + 20);
    usage.count(subscription, 'overQuota', noon + hourMs);
    expect(usage.pending()).toEqual([
      {
        websiteId: 2,
        subscriptionId: 4,
        hourMs: noon,
        calls: 2,
        overRate: 1,
        overQuota: 0,
        lastMs: noon + 9,
      },
      {
        websiteId: 2,
        subscriptionId: 4,
        hourMs: noon + hourMs,
        calls: 0,
        overRate: 0,
        overQuota: 1,
        lastMs: 0,
      },
    ]);
    usage.markWritten();
    expect(usage.pending()).toEqual([]);
  });
});

describe('segments', () => {
  const root = mkdtempSync(join(tmpdir(), 'kindred-segments-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const newFolder = () => mkdtempSync(join(root, 'f-'));

  it('are created once, with the first bytes of whoever was faster', () => {
    const folder = newFolder();
    expect(newestSegment(folder)).toBe(0);
    createSegment(folder, 1, Buffer.from('first'));
    createSegment(folder, 1, Buffer.from('other'));
    const segment = openNewestSegment(folder);
    const into = Buffer.alloc(5);
    expect(segment.read(0, into)).toBe(5);
    expect(into.toString()).toBe('first');
    segment.close();
    expect(readdirSync(folder)).toEqual(['1.rates']);
  });

  it('are appended by several processes, each after the other', () => {
    const folder = newFolder();
    createSegment(folder, 3, Buffer.from('a'));
    const [one, two] = [openNewestSegment(folder), openNewestSegment(folder)];
    one.append(Buffer.from('b'));
    two.append(Buffer.from('c'));
    const into = Buffer.alloc(8);
    expect(one.read(1, into)).toBe(2);
    expect(into.subarray(0, 2).toString()).toBe('bc');
    expect(one.number).toBe(3);
    one.close();
    two.close();
  });

  it('before the last but one are removed, with what killed processes left', () => {
    const folder = newFolder();
    for (const number of [1, 2, 3]) createSegment(folder, number, Buffer.alloc(0));
    writeFileSync(join(folder, '1.rates.tmp-5'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    removeOldSegments(folder, 3);
    expect(readdirSync(folder).sort()).toEqual(['2.rates', '3.rates', 'notes.txt']);
    expect(newestSegment(folder)).toBe(3);
  });

  it('are not opened where one was removed and created again meanwhile, because others are further', () => {
    const folder = newFolder();
    createSegment(folder, 1, Buffer.from('first'));
    let opened = 0;
    const segment = openNewestSegment(folder, (file) => {
      opened += 1;
      if (opened === 1) {
        for (const number of [2, 3]) createSegment(folder, number, Buffer.from('counts'));
        removeOldSegments(folder, 3);
        createSegment(folder, 1, Buffer.from('again'));
      }
      return openSync(file, 'r+');
    });
    expect([segment.number, opened]).toEqual([3, 2]);
    segment.close();
  });

  it('cannot be opened where there is none', () => {
    expect(() => openNewestSegment(newFolder())).toThrow(/ENOENT/);
  });
});
