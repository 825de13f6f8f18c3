import { nameById } from '../../../declare/describe/describe.ts';
import type { Analytics, TimeRange, Totals } from '../../../analytics/analytics.ts';
import type { Store } from '../../../store/store.ts';
import { csvLine } from '../core/csv.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import { resolvePeriod } from '../core/period.ts';
import { presentBoxes, presentPeriod, presentTops } from './presenter.ts';
import type { analyticsRoutes } from './routes.ts';

const analyticsDefaults = { longestByHour: 4 * 24 } as const;

type Needs = {
  readonly store: Pick<Store, 'boxes'>;
  readonly analytics: Analytics;
  readonly now: () => number;
};

export const analyticsHandlers = ({ store, analytics, now }: Needs): HandlersOf<typeof analyticsRoutes> => {
  const boxNames = (websiteId: number) => nameById(store.boxes.list(websiteId));

  return {
    getAnalytics: ({ website: { id }, query }) => {
      const stretch = resolvePeriod(query, new Date(now()));
      const boxId =
        query.box === undefined ? undefined : requireFound('box', store.boxes.byName(id, query.box)).id;
      const before = query.compare === true ? previousPeriod(stretch) : null;
      const presentFor = (when: TimeRange) =>
        presentPeriod(when, analytics.totals(id, when, boxId), analytics.clickThrough(id, when, boxId));
      return {
        period: presentFor(stretch),
        compared: before && presentFor(before),
        series: analytics.series(id, stretch, seriesStepHours(stretch), boxId),
        boxes: presentBoxes(analytics.hours(id, stretch), boxNames(id)),
        top: presentTops(analytics.tops(id, stretch, boxId)),
      };
    },
    getAnalyticsFile: ({ website: { id }, query }) => {
      const hours = analytics.hours(id, resolvePeriod(query, new Date(now())));
      return csvRows(hours, boxNames(id));
    },
  };
};

/** The period of the same length right before. */
const previousPeriod = ({ from, to }: TimeRange): TimeRange => {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
};

const seriesStepHours = ({ from, to }: TimeRange): number => {
  return (to.getTime() - from.getTime()) / 3_600_000 <= analyticsDefaults.longestByHour ? 1 : 24;
};

type Hour = Totals & { readonly at: string; readonly boxId: number | null };

async function* csvRows(hours: readonly Hour[], boxName: (id: number) => string): AsyncGenerator<string> {
  yield csvLine(['hour', 'box', 'calls', 'found', 'notFound', 'errors', 'p95Ms']);
  for (const { at, boxId, calls, found: shown, notFound, errors, p95Ms } of hours) {
    yield csvLine([at, boxId === null ? null : boxName(boxId), calls, shown, notFound, errors, p95Ms]);
  }
}
