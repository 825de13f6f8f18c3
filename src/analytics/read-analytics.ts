import type { Analytics, AskedKind, Often, Stretch, Totals } from './analytics.ts';
import type { AnalyticsFile, HourRow } from './analytics-file.ts';
import { hourOf } from './count-calls.ts';
import { addInto, newHistogram, quantile } from './histogram.ts';
import type { HourTops } from './hour-counter.ts';
import { clickThroughOf } from './reach.ts';

export const readingDefaults = { tops: 20 } as const;

type Parts = {
  readonly file: AnalyticsFile;
  /** So that what was counted a moment ago is there. */
  readonly flush: () => void;
};

export const readAnalytics = ({ file, flush }: Parts): Analytics => {
  const rowsOf = (websiteId: number, { from, to }: Stretch, boxId?: number): HourRow[] => {
    flush();
    return file.rows(websiteId, hourOf(from.getTime()), endHour(to), boxId ?? null);
  };
  const watchedIn = ({ from, to }: Stretch) => file.watched(hourOf(from.getTime()), endHour(to));

  return {
    traffic: (websiteId, boxId, now) => {
      flush();
      if (!file.hasBox(websiteId, boxId)) return null;
      const last = hourOf(now.getTime());
      const rows = rowsOf(websiteId, { from: atHour(last - 23), to: atHour(last + 1) }, boxId);
      return Array.from({ length: 24 }, (_, index) => callsIn(rows, last - 23 + index));
    },
    totals: (websiteId, stretch, boxId) => {
      const rows = rowsOf(websiteId, stretch, boxId);
      return watchedIn(stretch).size === 0 ? null : totalsOf(rows);
    },
    clickThrough: (websiteId, { from, to }, boxId) => {
      flush();
      const reach = file.reach(websiteId, hourOf(from.getTime()), endHour(to), boxId ?? null);
      return { pattern: clickThroughOf(reach.pattern), identifier: clickThroughOf(reach.identifier) };
    },
    series: (websiteId, stretch, stepHours, boxId) => {
      const rows = rowsOf(websiteId, stretch, boxId);
      const watched = watchedIn(stretch);
      return steps(stretch, stepHours).map((start) => {
        const isIn = (hour: number) => hour >= start && hour < start + stepHours;
        const own = rows.filter(({ hour }) => isIn(hour));
        const { calls, p95Ms } = totalsOf(own);
        return { at: instantOf(start), calls: [...watched].some(isIn) ? calls : null, p95Ms };
      });
    },
    tops: (websiteId, { from, to }, boxId) => {
      flush();
      const all = file.tops(websiteId, hourOf(from.getTime()), endHour(to), boxId ?? null);
      return { pattern: mergedTops(all, 'pattern'), identifier: mergedTops(all, 'identifier') };
    },
    hours: (websiteId, stretch) => {
      const groups = Map.groupBy(rowsOf(websiteId, stretch), ({ hour, boxId }) => `${hour} ${boxId}`);
      return [...groups.values()].map((rows) => {
        const { hour = 0, boxId = 0 } = rows[0] ?? {};
        return { at: instantOf(hour), boxId: boxId === 0 ? null : boxId, ...totalsOf(rows) };
      });
    },
  };
};

const atHour = (hour: number): Date => {
  return new Date(hour * 3_600_000);
};

/** The hour that `to` lies in counts whole. */
const endHour = (to: Date): number => {
  return hourOf(to.getTime() - 1) + 1;
};

const steps = ({ from, to }: Stretch, stepHours: number): number[] => {
  const first = Math.floor(hourOf(from.getTime()) / stepHours) * stepHours;
  return Array.from(
    { length: Math.ceil((endHour(to) - first) / stepHours) },
    (_, index) => first + index * stepHours,
  );
};

const callsIn = (rows: readonly HourRow[], hour: number): number => {
  return rows.filter((row) => row.hour === hour).reduce((sum, { calls }) => sum + calls, 0);
};

const totalsOf = (rows: readonly HourRow[]): Totals => {
  const latency = newHistogram();
  const sums = { calls: 0, found: 0, notFound: 0, errors: 0 };
  for (const row of rows) {
    addInto(latency, row.latency);
    sums.calls += row.calls;
    sums.found += row.found;
    sums.notFound += row.notFound;
    sums.errors += row.errors;
  }
  const [p50Ms, p95Ms, p99Ms] = [quantile(latency, 0.5), quantile(latency, 0.95), quantile(latency, 0.99)];
  return { ...sums, p50Ms, p95Ms, p99Ms };
};

const mergedTops = (tops: readonly HourTops[], kind: AskedKind) => {
  return {
    all: merged(tops.map((top) => top[kind].all)),
    failed: merged(tops.map((top) => top[kind].failed)),
  };
};

const merged = (lists: readonly (readonly Often[])[]): Often[] => {
  const sums = new Map<string, number>();
  for (const { text, count } of lists.flat()) sums.set(text, (sums.get(text) ?? 0) + count);
  return [...sums]
    .map(([text, count]) => ({ text, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, readingDefaults.tops);
};

const instantOf = (hour: number): string => {
  return atHour(hour).toISOString();
};
