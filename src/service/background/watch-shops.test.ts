import { describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alert.ts';
import { createShopWatch } from './watch-shops.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-15T12:10:00Z');

/** A watch over one shop with one catalogue and one box. */
const watchShop = ({
  url = 'https://hooks.example/',
  leads = true,
  broken = false,
  locked = false,
}: {
  url?: string | null;
  leads?: boolean;
  broken?: boolean;
  locked?: boolean;
} = {}) => {
  const clock = { nowMs: noon };
  const jobs: object[] = [];
  const totals = { found: 0, notFound: 0 };
  const ranges: string[] = [];
  const sent: Alert[] = [];
  const failures: unknown[] = [];
  const look = createShopWatch({
    store: {
      websites: {
        list: () => {
          if (locked) throw new Error('the database is locked');
          return [{ id: 1, name: 'north' }];
        },
      },
      datasets: { list: () => [{ name: 'catalogue' }] },
      boxes: { list: () => [{ id: 5, name: 'similar' }] },
    },
    imports: {
      list: () => {
        if (broken) throw new Error('the journal cannot be read');
        return jobs;
      },
    },
    analytics: {
      totals: (_: number, { from, to }: { from: Date; to: Date }) => {
        ranges.push(`${from.toISOString()} ${to.toISOString()}`);
        return totals;
      },
    },
    alerts: {
      read: () => Promise.resolve({ url }),
      send: (_: unknown, alert: Alert) => Promise.resolve(void sent.push(alert)),
    },
    isLeader: () => leads,
    now: () => clock.nowMs,
    onFailed: (_: unknown, error: unknown) => failures.push(error),
  } as unknown as Parameters<typeof createShopWatch>[0]);
  const fail = (afterMs: number) =>
    jobs.push({ id: 'i', state: 'failed', finishedAt: new Date(noon + afterMs).toISOString(), reason: null });
  return { clock, totals, ranges, sent, failures, look, fail };
};

describe('the watch over shops', () => {
  it('goes on after a look at which the shops could not be read', async () => {
    const { failures, look } = watchShop({ locked: true });
    await look();
    await look();
    expect(failures).toEqual([new Error('the database is locked'), new Error('the database is locked')]);
  });

  it('reports a failed import once', async () => {
    const { clock, sent, look, fail } = watchShop();
    fail(-1000);
    fail(5000);
    clock.nowMs += 30_000;
    await look();
    clock.nowMs += 30_000;
    await look();
    expect(sent).toEqual([{ kind: 'import-failed', subject: 'catalogue', text: 'The import failed.' }]);
  });

  it('looks at the answers of an hour when it has ended', async () => {
    const { clock, totals, ranges, sent, look } = watchShop();
    totals.notFound = 40;
    await look();
    expect(ranges).toEqual([]);
    clock.nowMs += hourMs;
    await look();
    await look();
    expect(ranges).toEqual(['2026-11-15T12:00:00.000Z 2026-11-15T13:00:00.000Z']);
    expect(sent).toMatchObject([{ kind: 'answers-empty', subject: 'similar' }]);
  });

  it.each([{ url: null }, { leads: false }])('is silent with %j', async (options) => {
    const { clock, sent, look, fail } = watchShop(options);
    fail(5000);
    clock.nowMs += hourMs;
    await look();
    expect(sent).toEqual([]);
  });

  it('goes on when a shop cannot be read', async () => {
    const { clock, failures, look } = watchShop({ broken: true });
    clock.nowMs += 1000;
    await look();
    expect(failures).toHaveLength(1);
  });
});
