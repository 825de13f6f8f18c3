import type { DatabaseSync } from 'node:sqlite';
import type { CounterKey, Hour } from './counter-key.ts';
import type { CampaignCounts, OutcomeCounter, SaleCounts } from './outcome-counter.ts';
import type { Side } from './analytics.ts';

export type SaleRow = SaleCounts & { readonly boxId: number; readonly currency: string };
export type CampaignRow = CampaignCounts & { readonly ruleId: number; readonly side: Side };

export const outcomeSchema = `
  CREATE TABLE IF NOT EXISTS sales (
    website_id INTEGER NOT NULL, box_id INTEGER NOT NULL, hour INTEGER NOT NULL, currency TEXT NOT NULL,
    writer TEXT NOT NULL, carts INTEGER NOT NULL, orders INTEGER NOT NULL, revenue REAL NOT NULL,
    PRIMARY KEY (website_id, hour, box_id, currency, writer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS campaign_use (
    website_id INTEGER NOT NULL, box_id INTEGER NOT NULL, hour INTEGER NOT NULL, rule_id INTEGER NOT NULL,
    side TEXT NOT NULL, writer TEXT NOT NULL, answers INTEGER NOT NULL, shown INTEGER NOT NULL,
    clicked INTEGER NOT NULL, carts INTEGER NOT NULL, orders INTEGER NOT NULL,
    PRIMARY KEY (website_id, hour, box_id, rule_id, side, writer)
  ) STRICT, WITHOUT ROWID;`;

export const outcomeTables = ['sales', 'campaign_use'] as const;

const inRange = 'WHERE website_id = ? AND hour >= ? AND hour < ? AND (? IS NULL OR box_id = ?)';

/** What shoppers did, by hour and box. All sums are over the range. */
export const openOutcomeTables = (database: DatabaseSync) => {
  const insertSales = database.prepare('INSERT OR REPLACE INTO sales VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertUse = database.prepare(
    'INSERT OR REPLACE INTO campaign_use VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const sumSales = database.prepare(
    `SELECT box_id, currency, SUM(carts) carts, SUM(orders) orders, SUM(revenue) revenue
     FROM sales ${inRange} GROUP BY box_id, currency`,
  );
  const sumClicks = database.prepare(
    `SELECT box_id, SUM(clicked) clicked FROM reach ${inRange} GROUP BY box_id`,
  );
  const sumUse = database.prepare(
    `SELECT rule_id, side, SUM(answers) answers, SUM(shown) shown, SUM(clicked) clicked, SUM(carts) carts,
     SUM(orders) orders FROM campaign_use ${inRange} GROUP BY rule_id, side`,
  );
  return {
    write: (
      writer: string,
      { websiteId, boxId, hour }: CounterKey,
      { sales, campaigns }: Pick<OutcomeCounter, 'sales' | 'campaigns'>,
    ): void => {
      for (const [currency, { carts, orders, revenue }] of sales)
        insertSales.run(websiteId, boxId, hour, currency, writer, carts, orders, revenue);
      for (const { ruleId, side, counts } of campaigns.values()) {
        const { answers, shown, clicked, carts, orders } = counts;
        insertUse.run(websiteId, boxId, hour, ruleId, side, writer, answers, shown, clicked, carts, orders);
      }
    },
    sales: (websiteId: number, from: Hour, to: Hour, boxId: number | null): SaleRow[] =>
      sumSales.all(websiteId, from, to, boxId, boxId).map((row) => ({
        boxId: Number(row.box_id),
        currency: String(row.currency),
        carts: Number(row.carts),
        orders: Number(row.orders),
        revenue: Number(row.revenue),
      })),
    clicks: (websiteId: number, from: Hour, to: Hour, boxId: number | null): Map<number, number> =>
      new Map(
        sumClicks
          .all(websiteId, from, to, boxId, boxId)
          .map((row) => [Number(row.box_id), Number(row.clicked)]),
      ),
    campaigns: (websiteId: number, from: Hour, to: Hour, boxId: number | null): CampaignRow[] =>
      sumUse.all(websiteId, from, to, boxId, boxId).map((row) => ({
        ruleId: Number(row.rule_id),
        side: row.side === 'without' ? 'without' : 'with',
        answers: Number(row.answers),
        shown: Number(row.shown),
        clicked: Number(row.clicked),
        carts: Number(row.carts),
        orders: Number(row.orders),
      })),
  };
};

export type OutcomeTables = ReturnType<typeof openOutcomeTables>;
