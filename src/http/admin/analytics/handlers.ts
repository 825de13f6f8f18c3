import { nameById } from '../../../declare/describe/describe.ts';
import type { TimeRange } from '../../../analytics/analytics.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import { resolvePeriod } from '../core/period.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { writeTable } from './csv-tables.ts';
import { nameProducts, presentBoxes, presentCampaigns, presentPeriod, presentTops } from './presenter.ts';
import type { analyticsRoutes } from './routes.ts';

/** In hours: by hour if nothing is said, and the longest period that can be had by hour. */
const analyticsDefaults = { byHour: 4 * 24, longestByHour: 31 * 24 } as const;

export const analyticsHandlers = (needs: HandlerNeeds): HandlersOf<typeof analyticsRoutes> => {
  const { store, analytics, now } = needs;
  const boxNames = (websiteId: number) => nameById(store.boxes.list(websiteId));
  const findBox = (websiteId: number, name: string | undefined): number | undefined =>
    name === undefined ? undefined : requireFound('box', store.boxes.byName(websiteId, name)).id;

  /** The parts that are read in the portal and written to files. */
  const readTables = async (id: number, when: TimeRange, boxId: number | undefined) => {
    const hours = analytics.hours(id, when).filter((hour) => boxId === undefined || hour.boxId === boxId);
    const tops = analytics.tops(id, when, boxId);
    const { all, failed } = tops.identifier;
    const nameOf = await nameProducts(
      needs,
      id,
      [...all, ...failed].map(({ text }) => text),
    );
    return {
      hours,
      boxes: presentBoxes(hours, analytics.outcomesByBox(id, when), boxNames(id)),
      campaigns: presentCampaigns(analytics.campaigns(id, when, boxId), store.campaigns.list(id)),
      top: presentTops(tops, nameOf),
    };
  };

  return {
    getAnalytics: async ({ website: { id }, query }) => {
      const stretch = resolvePeriod(query, new Date(now()));
      const boxId = findBox(id, query.box);
      const before = query.compare === true ? previousPeriod(stretch) : null;
      const { boxes, campaigns, top } = await readTables(id, stretch, boxId);
      return {
        period: presentPeriod(analytics, id, stretch, boxId),
        compared: before && presentPeriod(analytics, id, before, boxId),
        series: analytics.series(id, stretch, seriesStepHours(stretch, query.step), boxId),
        boxes,
        campaigns,
        top,
      };
    },
    getAnalyticsFile: async ({ website: { id }, query }) => {
      const tables = await readTables(id, resolvePeriod(query, new Date(now())), findBox(id, query.box));
      return writeTable(query.what ?? 'hours', { ...tables, boxName: boxNames(id) });
    },
  };
};

/** The period of the same length right before. */
const previousPeriod = ({ from, to }: TimeRange): TimeRange => {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
};

const seriesStepHours = ({ from, to }: TimeRange, step: 'hour' | 'day' | undefined): number => {
  const hours = (to.getTime() - from.getTime()) / 3_600_000;
  if (step === 'day') return 24;
  return hours <= (step === 'hour' ? analyticsDefaults.longestByHour : analyticsDefaults.byHour) ? 1 : 24;
};
