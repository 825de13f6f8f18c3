import type { HourlyBoxTotals } from '../../../analytics/analytics.ts';
import { csvLine } from '../core/csv.ts';
import type { AnalyticsFileKind, WireAnalytics } from './routes.ts';

type Cell = string | number | null;
type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

type Source = {
  readonly hours: readonly HourlyBoxTotals[];
  readonly boxName: (id: number) => string;
} & Pick<WireAnalytics, 'boxes' | 'campaigns' | 'top'>;

const listHours = ({ hours, boxName }: Source): Table => ({
  columns: ['hour', 'box', 'calls', 'found', 'notFound', 'errors', 'p95Ms'],
  rows: hours.map(({ boxId, ...hour }) => [
    ...[hour.at, boxId === null ? null : boxName(boxId), hour.calls, hour.found],
    ...[hour.notFound, hour.errors, hour.p95Ms],
  ]),
});

type Earning = WireAnalytics['boxes'][number] | WireAnalytics['campaigns'][number];

/** One column for each currency: amounts of two currencies are never in one column. */
const addOutcomes = (rows: readonly Earning[], { columns, rows: cells }: Table): Table => {
  const currencies = [...new Set(rows.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))];
  const names = currencies.map((currency) => `revenue ${currency}`.trim());
  return {
    columns: [...columns, 'clicks', 'carts', 'orders', ...names],
    rows: rows.map(({ clicks, carts, orders, revenue }, at) => [
      ...(cells[at] ?? []),
      ...[clicks, carts, orders],
      ...currencies.map((currency) => revenue.find((each) => each.currency === currency)?.amount ?? 0),
    ]),
  };
};

const listBoxes = ({ boxes }: Source): Table =>
  addOutcomes(boxes, {
    columns: ['box', 'calls', 'notFound'],
    rows: boxes.map(({ box, calls, notFound }) => [box, calls, notFound]),
  });

const listCampaigns = ({ campaigns }: Source): Table =>
  addOutcomes(campaigns, {
    columns: [
      ...['ruleId', 'campaign', 'answers', 'share'],
      ...['shownWith', 'clickedWith', 'cartsWith', 'ordersWith'],
      ...['shownWithout', 'clickedWithout', 'cartsWithout', 'ordersWithout'],
      ...['difference', 'low', 'high'],
    ],
    rows: campaigns.map(({ ruleId, campaign, answers, experiment }) => {
      const arms = [experiment?.with, experiment?.without].flatMap((arm) =>
        arm ? [arm.shown, arm.clicked, arm.carts, arm.orders] : [null, null, null, null],
      );
      const { value = null, low = null, high = null } = experiment?.difference ?? {};
      return [ruleId, campaign, answers, experiment?.share ?? 1, ...arms, value, low, high];
    }),
  });

const listTerms = ({ top }: Source): Table => ({
  columns: ['term', 'searches', 'withoutAnswer'],
  rows: joinCounts(top.patterns, top.failedPatterns).map(({ text, count, failed }) => [text, count, failed]),
});

const listProducts = ({ top }: Source): Table => ({
  columns: ['identifier', 'name', 'requests', 'withoutAnswer'],
  rows: joinCounts(top.identifiers, top.failedIdentifiers).map(({ text, product, count, failed }) => [
    text,
    product?.displayText ?? null,
    count,
    failed,
  ]),
});

/** Both lists hold the most frequent ones only, so one may have a text that the other lacks. */
const joinCounts = <Top extends { readonly text: string; readonly count: number }>(
  all: readonly Top[],
  failed: readonly Top[],
): (Top & { readonly failed: number })[] => {
  const failures = new Map(failed.map(({ text, count }) => [text, count]));
  const known = new Set(all.map(({ text }) => text));
  return [...all, ...failed.filter(({ text }) => !known.has(text))].map((top) => ({
    ...top,
    failed: failures.get(top.text) ?? 0,
  }));
};

const tables: Readonly<Record<AnalyticsFileKind, (source: Source) => Table>> = {
  hours: listHours,
  boxes: listBoxes,
  campaigns: listCampaigns,
  terms: listTerms,
  products: listProducts,
};

export async function* writeTable(kind: AnalyticsFileKind, source: Source): AsyncGenerator<string> {
  const { columns, rows } = tables[kind](source);
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}
