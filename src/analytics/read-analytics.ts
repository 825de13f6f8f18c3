import type {
  CampaignUse,
  HourlyBoxTotals,
  InputKind,
  Outcomes,
  SeriesPoint,
  TextCount,
  TimeRange,
  TopInputs,
  Totals,
} from './analytics.ts';
import type { AnalyticsFile, HourRow } from './analytics-file.ts';
import { toHour } from './call-counter.ts';
import { addHistogram, createHistogram, quantile } from './histogram.ts';
import { computeClickThrough, type HourlyTopInputs } from './hour-counter.ts';
import type { RangeOfBox } from './outcome-tables.ts';
import { combineSides, sumOutcomes, sumOutcomesByBox } from './read-outcomes.ts';

const readingDefaults = { tops: 20 } as const;

type Parts = {
  readonly file: AnalyticsFile;
  /** Called before reading, so that the newest counts are included. */
  readonly flush: () => void;
};

/**
 * Usage of the boxes of a website, by hour. null means that the service was not counting, 0 that there were no
 * calls. Includes the counts of other processes, a few seconds late.
 */
export const readAnalytics = ({ file, flush }: Parts) => {
  type Where = [websiteId: number, range: TimeRange, boxId?: number];
  /** The newest counts are included. */
  const flushed = (...[websiteId, { from, to }, boxId]: Where): RangeOfBox => {
    flush();
    return [websiteId, toHour(from.getTime()), endHour(to), boxId ?? null];
  };
  const readRows = (...where: Where): HourRow[] => file.rows(...flushed(...where));
  const readActiveHours = ({ from, to }: TimeRange) => file.activeHours(toHour(from.getTime()), endHour(to));

  return {
    /** Calls of the last 24 hours, oldest first, the present hour last; null when the box has never been called. */
    traffic: (websiteId: number, boxId: number, now: Date): readonly number[] | null => {
      flush();
      if (!file.hasBox(websiteId, boxId)) return null;
      const last = toHour(now.getTime());
      const rows = readRows(websiteId, { from: toDate(last - 23), to: toDate(last + 1) }, boxId);
      return Array.from({ length: 24 }, (_, index) => sumCalls(rows, last - 23 + index));
    },
    /** null when the service counted in no hour of the range. */
    totals: (...[websiteId, range, boxId]: Where): Totals | null => {
      const rows = readRows(websiteId, range, boxId);
      return readActiveHours(range).size === 0 ? null : sumRows(rows);
    },
    /**
     * The share of lists with a click: of those that pages reported as shown, or, without such reports, of the
     * answers that were not empty. null when no interaction was reported.
     */
    clickThrough: (...where: Where): Readonly<Record<InputKind, number | null>> => {
      const { pattern, identifier } = file.funnel(...flushed(...where));
      return { pattern: computeClickThrough(pattern), identifier: computeClickThrough(identifier) };
    },
    shown: (...where: Where): number => {
      const { pattern, identifier } = file.funnel(...flushed(...where));
      return pattern.shown + identifier.shown;
    },
    series: (
      websiteId: number,
      range: TimeRange,
      stepHours: number,
      boxId?: number,
    ): readonly SeriesPoint[] => {
      const rows = readRows(websiteId, range, boxId);
      const activeHours = readActiveHours(range);
      return listSteps(range, stepHours).map((start) => {
        const isIn = (hour: number) => hour >= start && hour < start + stepHours;
        const rowsOfStep = rows.filter(({ hour }) => isIn(hour));
        const { calls, p95Ms } = sumRows(rowsOfStep);
        return { at: toIsoHour(start), calls: [...activeHours].some(isIn) ? calls : null, p95Ms };
      });
    },
    tops: (...where: Where): TopInputs => {
      const all = file.tops(...flushed(...where));
      return { pattern: mergeTops(all, 'pattern'), identifier: mergeTops(all, 'identifier') };
    },
    outcomes: (...where: Where): Outcomes => {
      const range = flushed(...where);
      const clicks = file.outcomes.clicks(...range).values();
      return sumOutcomes(
        file.outcomes.sales(...range),
        clicks.reduce((sum, count) => sum + count, 0),
      );
    },
    /** The part of the outcomes that a list led to. */
    credited: (...where: Where): Outcomes => {
      const sales = file.outcomes.sales(...flushed(...where));
      return sumOutcomes(
        sales.filter(({ boxId }) => boxId !== 0),
        0,
      );
    },
    /** Boxes with an outcome; null: sales that no list led to, less the orders that count for several boxes. */
    outcomesByBox: (...where: Where): ReadonlyMap<number | null, Outcomes> => {
      const range = flushed(...where);
      return sumOutcomesByBox(file.outcomes.sales(...range), file.outcomes.clicks(...range));
    },
    /** Campaigns with an answer or an event in the range, most answers first. */
    campaigns: (...where: Where): readonly CampaignUse[] => {
      const range = flushed(...where);
      return combineSides(file.outcomes.campaigns(...range), file.outcomes.campaignSales(...range));
    },
    /** By hour, then by box; hours without a call are left out. */
    hours: (websiteId: number, range: TimeRange): readonly HourlyBoxTotals[] => {
      const groups = Map.groupBy(readRows(websiteId, range), ({ hour, boxId }) => `${hour} ${boxId}`);
      return [...groups.values()].map((rows) => {
        const { hour = 0, boxId = 0 } = rows[0] ?? {};
        return { at: toIsoHour(hour), boxId: boxId === 0 ? null : boxId, ...sumRows(rows) };
      });
    },
  };
};

export type Analytics = ReturnType<typeof readAnalytics>;

const toDate = (hour: number): Date => new Date(hour * 3_600_000);

/** The hour that contains `to` counts fully. */
const endHour = (to: Date): number => toHour(to.getTime() - 1) + 1;

const listSteps = ({ from, to }: TimeRange, stepHours: number): number[] => {
  const first = Math.floor(toHour(from.getTime()) / stepHours) * stepHours;
  return Array.from(
    { length: Math.ceil((endHour(to) - first) / stepHours) },
    (_, index) => first + index * stepHours,
  );
};

const sumCalls = (rows: readonly HourRow[], hour: number): number =>
  rows.filter((row) => row.hour === hour).reduce((sum, { calls }) => sum + calls, 0);

const sumRows = (rows: readonly HourRow[]): Totals => {
  const latency = createHistogram();
  const sums = { calls: 0, found: 0, notFound: 0, errors: 0 };
  for (const row of rows) {
    addHistogram(latency, row.latency);
    sums.calls += row.calls;
    sums.found += row.found;
    sums.notFound += row.notFound;
    sums.errors += row.errors;
  }
  const [p50Ms, p95Ms, p99Ms] = [quantile(latency, 0.5), quantile(latency, 0.95), quantile(latency, 0.99)];
  return { ...sums, p50Ms, p95Ms, p99Ms };
};

const mergeTops = (tops: readonly HourlyTopInputs[], kind: InputKind) => ({
  all: mergeCounts(tops.map((top) => top[kind].all)),
  failed: mergeCounts(tops.map((top) => top[kind].failed)),
});

const mergeCounts = (lists: readonly (readonly TextCount[])[]): TextCount[] => {
  const sums = new Map<string, number>();
  for (const { text, count } of lists.flat()) sums.set(text, (sums.get(text) ?? 0) + count);
  return [...sums]
    .map(([text, count]) => ({ text, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, readingDefaults.tops);
};

const toIsoHour = (hour: number): string => toDate(hour).toISOString();
