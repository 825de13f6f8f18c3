import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { CountedCall, InputKind } from './analytics.ts';
import { openAnalyticsFile } from './analytics-file.ts';
import { createCallCounter, toHour } from './call-counter.ts';
import { createHourlyCounter } from './hour-counter.ts';
import { readAnalytics } from './read-analytics.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-15T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'kindred-read-analytics-'));
let file: ReturnType<typeof openAnalyticsFile>;
let analytics: ReturnType<typeof readAnalytics>;
let opened = 0;

beforeEach(() => {
  file = openAnalyticsFile(join(folder, `${(opened += 1)}.sqlite`));
  analytics = readAnalytics({ file, flush: () => undefined });
  return () => file.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Call = Partial<Omit<CountedCall, 'input'>> & {
  text?: string;
  found?: boolean;
  kind?: InputKind;
  refused?: boolean;
};

/** Writes the calls of one hour, counted from noon, as one process writes them. */
const write = (hours: number, calls: readonly Call[], writer = 'one', websiteId = 1) => {
  const hour = toHour(noon) + hours;
  const counters = new Map<
    string,
    {
      key: { hour: number; websiteId: number; boxId: number };
      counter: ReturnType<typeof createHourlyCounter>;
    }
  >();
  for (const {
    boxId = 7,
    status = 200,
    elapsedMs = 10,
    text = 'sofa',
    found = true,
    kind = 'pattern',
    refused = false,
  } of calls) {
    const box = boxId ?? 0;
    const known = counters.get(String(box)) ?? {
      key: { hour, websiteId, boxId: box },
      counter: createHourlyCounter(() => true),
    };
    counters.set(String(box), known);
    known.counter.count({ status, elapsedMs, input: refused ? null : { kind, text, found } });
  }
  file.write(writer, hour, counters);
};
const at = (hours: number) => new Date(noon + hours * hourMs);
const range = (from: number, to: number) => ({ from: at(from), to: at(to) });

describe('totals', () => {
  it('add up the hours of the range, its end excluded', () => {
    write(-1, [{}]);
    write(0, [{}, { found: false }]);
    write(1, [{}, { status: 400, refused: true }]);
    write(2, [{}]);
    expect(analytics.totals(1, range(0, 2))).toMatchObject({ calls: 4, found: 2, notFound: 1, errors: 1 });
  });

  it('count the hour in which the range ends whole', () => {
    write(1, [{}]);
    expect(analytics.totals(1, { from: at(0), to: new Date(noon + hourMs + 1) })?.calls).toBe(1);
    expect(analytics.totals(1, range(0, 1))).toBeNull();
  });

  it('of one box are without those of others', () => {
    write(0, [{ boxId: 7 }, { boxId: 8 }, { boxId: 8 }, { boxId: null }]);
    expect(analytics.totals(1, range(0, 1), 8)?.calls).toBe(2);
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(4);
    expect(analytics.totals(1, range(0, 1), 99)?.calls).toBe(0);
  });

  it('are none where nothing was counted, and 0 where nothing was called', () => {
    expect(analytics.totals(1, range(0, 1))).toBeNull();
    write(0, []);
    expect(analytics.totals(1, range(0, 1))).toMatchObject({ calls: 0, p50Ms: null, p95Ms: null });
  });

  it('have the quantiles of all hours and processes together', () => {
    write(
      0,
      Array.from({ length: 90 }, () => ({ elapsedMs: 10 })),
    );
    write(
      1,
      Array.from({ length: 10 }, () => ({ elapsedMs: 1000 })),
      'two',
    );
    const totals = analytics.totals(1, range(0, 2));
    expect(totals?.p50Ms).toBeGreaterThan(9);
    expect(totals?.p50Ms).toBeLessThan(11);
    expect(totals?.p99Ms).toBeGreaterThan(900);
  });

  it('belong to one website', () => {
    write(0, [{}, {}], 'one', 1);
    write(0, [{}], 'one', 2);
    expect(analytics.totals(2, range(0, 1))?.calls).toBe(1);
  });
});

describe('series', () => {
  it('has a point for each step, with nothing where the service did not count', () => {
    write(0, [{}, {}]);
    write(2, [{}]);
    const points = analytics.series(1, range(0, 4), 1);
    expect(points.map(({ calls }) => calls)).toEqual([2, null, 1, null]);
    expect(points[0]?.at).toBe('2026-11-15T12:00:00.000Z');
  });

  it('begins at a whole step, in UTC', () => {
    write(0, [{}]);
    write(5, [{}, {}]);
    const points = analytics.series(1, range(0, 12), 6);
    expect(points.map(({ at: when }) => when.slice(11, 13))).toEqual(['12', '18']);
    expect(points.map(({ calls }) => calls)).toEqual([3, null]);
    const days = analytics.series(1, range(-24, 1), 24);
    expect(days.map(({ at: when }) => when.slice(8, 13))).toEqual(['14T00', '15T00']);
  });

  it('of a box counts its calls, and 0 in hours of other boxes', () => {
    write(0, [{ boxId: 8 }]);
    expect(analytics.series(1, range(0, 1), 1, 7)).toMatchObject([{ calls: 0, p95Ms: null }]);
  });
});

describe('traffic', () => {
  it('is the calls of the last 24 hours, the present one last', () => {
    write(-23, [{}]);
    write(-24, [{}, {}]);
    write(0, [{}, {}, {}]);
    const traffic = analytics.traffic(1, 7, new Date(noon + 60_000));
    expect(traffic).toHaveLength(24);
    expect(traffic?.[0]).toBe(1);
    expect(traffic?.[23]).toBe(3);
    expect(traffic?.slice(1, 23).every((calls) => calls === 0)).toBe(true);
  });

  it('is none for a box that was never called', () => {
    write(0, [{ boxId: 8 }]);
    expect(analytics.traffic(1, 7, at(0))).toBeNull();
    expect(analytics.traffic(2, 8, at(0))).toBeNull();
  });
});

describe('tops', () => {
  it('add up over hours, boxes and processes, most frequent first, ties by text', () => {
    write(0, [{ text: 'sofa' }, { text: 'sofa' }, { text: 'lamp', found: false }]);
    write(1, [{ text: 'lamp', found: false }, { text: 'bed' }, { text: 'bed', boxId: 8 }], 'two');
    const tops = analytics.tops(1, range(0, 2));
    expect(tops.pattern.all).toEqual([
      { text: 'bed', count: 2 },
      { text: 'lamp', count: 2 },
      { text: 'sofa', count: 2 },
    ]);
    expect(tops.pattern.failed).toEqual([{ text: 'lamp', count: 2 }]);
    expect(analytics.tops(1, range(0, 2), 8).pattern.all).toEqual([{ text: 'bed', count: 1 }]);
  });

  it('keep searches and products apart', () => {
    write(0, [{ text: 'p1', kind: 'identifier' }, { text: 'p1' }]);
    expect(analytics.tops(1, range(0, 1)).identifier.all).toEqual([{ text: 'p1', count: 1 }]);
  });

  it('are at most twenty', () => {
    write(
      0,
      Array.from({ length: 60 }, (_, index) => ({ text: `text ${index}` })),
    );
    expect(analytics.tops(1, range(0, 1)).pattern.all).toHaveLength(20);
  });
});

describe('hours', () => {
  it('are listed by box, with those of several processes as one, and without a box as none', () => {
    write(0, [{}, { boxId: null, status: 404, refused: true }]);
    write(0, [{}], 'two');
    write(1, [{}]);
    expect(
      analytics.hours(1, range(0, 2)).map(({ at: when, boxId, calls }) => [when.slice(11, 13), boxId, calls]),
    ).toEqual([
      ['12', null, 1],
      ['12', 7, 2],
      ['13', 7, 1],
    ]);
  });
});

describe('the file', () => {
  it('replaces what one process wrote for an hour, and keeps what others wrote', () => {
    write(0, [{}]);
    write(0, [{}, {}, {}]);
    write(0, [{}], 'two');
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(4);
  });

  it('forgets hours before the limit, and nothing after it', () => {
    write(-2, [{}]);
    write(0, [{}]);
    file.prune(toHour(noon));
    expect(analytics.totals(1, range(-3, 0))).toBeNull();
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(1);
  });

  it('writes all of a flush or nothing', () => {
    const counter = createHourlyCounter(() => true);
    counter.count({ status: 200, elapsedMs: 1, input: null });
    const good = { key: { hour: toHour(noon), websiteId: 1, boxId: 7 }, counter };
    const bad = { key: { hour: NaN, websiteId: 1, boxId: 8 }, counter };
    expect(() =>
      file.write(
        'one',
        toHour(noon),
        new Map([
          ['a', good],
          ['b', bad],
        ]),
      ),
    ).toThrow();
    expect(analytics.totals(1, range(0, 1))).toBeNull();
    write(0, [{}]);
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(1);
  });
});

describe('the counter', () => {
  const clock = { nowMs: noon };
  const open = () => {
    clock.nowMs = noon;
    const failures: unknown[] = [];
    const counter = createCallCounter({
      file,
      now: () => clock.nowMs,
      mayKeep: (text) => text !== 'secret',
      onFlushFailed: (error) => failures.push(error),
    });
    return { counter, failures };
  };
  const call: CountedCall = {
    websiteId: 1,
    boxId: 7,
    status: 200,
    elapsedMs: 5,
    input: { kind: 'pattern', text: 'sofa', found: true },
  };

  it('counts into the hour of the clock, also when it goes on', () => {
    const { counter } = open();
    clock.nowMs = noon;
    counter.count(call);
    clock.nowMs = noon + hourMs;
    counter.count(call);
    counter.count(call);
    counter.close();
    expect(analytics.series(1, range(0, 2), 1).map(({ calls }) => calls)).toEqual([1, 2]);
    clock.nowMs = noon;
  });

  it('keeps counts that could not be written, and writes them with the next flush', () => {
    const { counter, failures } = open();
    counter.count(call);
    const broken = {
      ...file,
      write: () => {
        throw new Error('disk full');
      },
    };
    const failing = createCallCounter({
      file: broken,
      now: () => clock.nowMs,
      mayKeep: () => true,
      onFlushFailed: (error) => failures.push(error),
    });
    failing.count(call);
    failing.flush();
    expect(failures).toHaveLength(1);
    Object.assign(broken, file);
    failing.close();
    counter.close();
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(2);
  });

  it('keeps a text that may not be kept out of the tops, and counts the call', () => {
    const { counter } = open();
    counter.count({ ...call, input: { kind: 'pattern', text: 'secret', found: true } });
    counter.close();
    expect(analytics.totals(1, range(0, 1))?.calls).toBe(1);
    expect(analytics.tops(1, range(0, 1)).pattern.all).toEqual([]);
  });

  it('counts shown and clicked lists once', () => {
    const { counter } = open();
    const shown = { websiteId: 1, boxId: 7, kind: 'pattern', action: 'shown', list: 'a' } as const;
    counter.countInteraction(shown);
    counter.countInteraction(shown);
    counter.countInteraction({ ...shown, list: 'b' });
    counter.countInteraction({ ...shown, action: 'clicked' });
    counter.close();
    expect(analytics.clickThrough(1, range(0, 1))).toEqual({ pattern: 0.5, identifier: null });
    expect(analytics.clickThrough(1, range(0, 1), 8)).toEqual({ pattern: null, identifier: null });
  });
});
