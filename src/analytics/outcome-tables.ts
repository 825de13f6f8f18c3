import type { DatabaseSync } from 'node:sqlite';
import type { CounterKey, Hour } from './counter-key.ts';
import type { CampaignCounts, CampaignSales, OutcomeCounter, SaleCounts } from './outcome-counter.ts';
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
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS campaign_sales (
    website_id INTEGER NOT NULL, box_id INTEGER NOT NULL, hour INTEGER NOT NULL, rule_id INTEGER NOT NULL,
    currency TEXT NOT NULL, writer TEXT NOT NULL, clicks INTEGER NOT NULL, carts INTEGER NOT NULL,
    orders INTEGER NOT NULL, revenue REAL NOT NULL,
    PRIMARY KEY (website_id, hour, box_id, rule_id, currency, writer)
  ) STRICT, WITHOUT ROWID;`;

export const outcomeTables = ['sales', 'campaign_use', 'campaign_sales'] as const;

/** A box or, with null, all of the website. */
export type RangeOfBox = readonly [websiteId: number, from: Hour, to: Hour, boxId: number | null];

export const inRange = 'WHERE website_id = ?1 AND hour >= ?2 AND hour < ?3 AND (?4 IS NULL OR box_id = ?4)';

/** What shoppers did, by hour and box. All sums are over the range. */
export const openOutcomeTables = (database: DatabaseSync) => {
  const insertSales = database.prepare('INSERT OR REPLACE INTO sales VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertUse = database.prepare(
    'INSERT OR REPLACE INTO campaign_use VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertCampaignSales = database.prepare(
    'INSERT OR REPLACE INTO campaign_sales VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  /** Adds up the counts of a range. The names of the columns are those of the row. */
  const sum = <Row>(table: string, groups: readonly string[], counts: readonly string[]) => {
    const sums = counts.map((name) => `SUM(${name}) ${name}`);
    const statement = database.prepare(
      `SELECT ${[...groups, ...sums].join(', ')} FROM ${table} ${inRange}
       GROUP BY ${groups.map((_, at) => at + 1).join(', ')}`,
    );
    return (...range: RangeOfBox): Row[] => statement.all(...range) as Row[];
  };
  const sumClicks = sum<{ boxId: number; clicked: number }>('reach', ['box_id AS boxId'], ['clicked']);
  return {
    write: (
      writer: string,
      { websiteId, boxId, hour }: CounterKey,
      { sales, campaigns, campaignSales }: Pick<OutcomeCounter, 'sales' | 'campaigns' | 'campaignSales'>,
    ): void => {
      const place = [websiteId, boxId, hour] as const;
      for (const { ruleId, currency, clicks, carts, orders, revenue } of campaignSales.values())
        insertCampaignSales.run(...place, ruleId, currency, writer, clicks, carts, orders, revenue);
      for (const [currency, { carts, orders, revenue }] of sales)
        insertSales.run(...place, currency, writer, carts, orders, revenue);
      for (const { ruleId, side, counts } of campaigns.values()) {
        const { answers, shown, clicked, carts, orders } = counts;
        insertUse.run(...place, ruleId, side, writer, answers, shown, clicked, carts, orders);
      }
    },
    sales: sum<SaleRow>('sales', ['box_id AS boxId', 'currency'], ['carts', 'orders', 'revenue']),
    clicks: (...range: RangeOfBox): Map<number, number> =>
      new Map(sumClicks(...range).map(({ boxId, clicked }) => [boxId, clicked])),
    campaigns: sum<CampaignRow>(
      'campaign_use',
      ['rule_id AS ruleId', 'side'],
      ['answers', 'shown', 'clicked', 'carts', 'orders'],
    ),
    campaignSales: sum<CampaignSales>(
      'campaign_sales',
      ['rule_id AS ruleId', 'currency'],
      ['clicks', 'carts', 'orders', 'revenue'],
    ),
  };
};
