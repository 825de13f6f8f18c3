import { inTransaction, openSideDatabase } from '../files/side-database.ts';
import type { InputKind } from './analytics.ts';
import type { CounterKey, Hour } from './counter-key.ts';
import {
  emptyCounts,
  type FunnelByKind,
  type FunnelCounts,
  type HourlyCounter,
  type HourlyTopInputs,
} from './hour-counter.ts';
import { fromBytes, type Histogram, toBytes } from './histogram.ts';
import { openAnalyticsParts } from './analytics-parts.ts';
import {
  inRange,
  openOutcomeTables,
  outcomeSchema,
  outcomeTables,
  type RangeOfBox,
} from './outcome-tables.ts';

export type HourRow = {
  readonly hour: Hour;
  readonly boxId: number;
  readonly calls: number;
  readonly found: number;
  readonly notFound: number;
  readonly errors: number;
  readonly latency: Histogram;
};

type StoredHourRow = Omit<HourRow, 'latency'> & { readonly latency: Uint8Array };

const schema = `
  CREATE TABLE IF NOT EXISTS hours (
    website_id INTEGER NOT NULL, box_id INTEGER NOT NULL, hour INTEGER NOT NULL, writer TEXT NOT NULL,
    calls INTEGER NOT NULL, found INTEGER NOT NULL, not_found INTEGER NOT NULL, errors INTEGER NOT NULL,
    latency BLOB NOT NULL, tops TEXT NOT NULL,
    PRIMARY KEY (website_id, hour, box_id, writer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reach (
    website_id INTEGER NOT NULL, box_id INTEGER NOT NULL, hour INTEGER NOT NULL, kind TEXT NOT NULL,
    writer TEXT NOT NULL, answered INTEGER NOT NULL, shown INTEGER NOT NULL, clicked INTEGER NOT NULL,
    PRIMARY KEY (website_id, hour, box_id, kind, writer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS watched (hour INTEGER NOT NULL, writer TEXT NOT NULL, PRIMARY KEY (hour, writer))
    STRICT, WITHOUT ROWID;`;

/**
 * A separate database file: counters are written often and may be lost, unlike configuration. Each process
 * writes its own rows, so that a write never has to read first.
 */
export const openAnalyticsFile = (file: string) => {
  const database = openSideDatabase(file, 2000, (opened) =>
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}${outcomeSchema}`),
  );
  const insertHour = database.prepare(
    `INSERT OR REPLACE INTO hours
     (website_id, box_id, hour, writer, calls, found, not_found, errors, latency, tops)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertFunnel = database.prepare('INSERT OR REPLACE INTO reach VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertActiveHour = database.prepare('INSERT OR IGNORE INTO watched (hour, writer) VALUES (?, ?)');
  const sumFunnel = database.prepare(
    `SELECT kind, SUM(answered) answered, SUM(shown) shown, SUM(clicked) clicked FROM reach ${inRange} GROUP BY kind`,
  );
  const selectHours = database.prepare(
    `SELECT hour, box_id AS boxId, calls, found, not_found AS notFound, errors, latency
     FROM hours ${inRange} ORDER BY hour, box_id`,
  );
  const outcomes = openOutcomeTables(database);
  const selectTops = database.prepare(`SELECT tops FROM hours ${inRange}`);

  return {
    /** Replaces what this writer wrote for these hours; other writers' rows are not touched. */
    write: (
      writer: string,
      activeHour: Hour,
      counters: ReadonlyMap<string, { key: CounterKey; counter: HourlyCounter }>,
    ): void => {
      inTransaction(database, () => {
        insertActiveHour.run(activeHour, writer);
        for (const { key, counter } of counters.values()) {
          // Calls of the last seconds of an hour are written in the next one.
          insertActiveHour.run(key.hour, writer);
          const { calls, found, notFound, errors } = counter.sums;
          const where = [key.websiteId, key.boxId, key.hour, writer] as const;
          const tops = JSON.stringify(counter.tops());
          insertHour.run(...where, calls, found, notFound, errors, toBytes(counter.latency), tops);
          outcomes.write(writer, key, counter.outcomes);
          for (const [kind, { answered, shown, clicked }] of Object.entries(counter.funnel)) {
            if (answered + shown + clicked === 0) continue;
            const { websiteId, boxId, hour } = key;
            insertFunnel.run(websiteId, boxId, hour, kind, writer, answered, shown, clicked);
          }
        }
      });
    },
    rows: (...range: RangeOfBox): HourRow[] =>
      (selectHours.all(...range) as StoredHourRow[]).map((row) => ({
        ...row,
        latency: fromBytes(row.latency),
      })),
    tops: (...range: RangeOfBox): HourlyTopInputs[] =>
      selectTops.all(...range).map((row) => JSON.parse(String(row.tops)) as HourlyTopInputs),
    funnel: (...range: RangeOfBox): FunnelByKind => {
      const rows = sumFunnel.all(...range) as ({ kind: InputKind } & FunnelCounts)[];
      const found = Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]));
      return { pattern: emptyCounts(), identifier: emptyCounts(), ...found };
    },
    /** Hours in which the service was counting, even when there was nothing to count. */
    activeHours: (from: Hour, to: Hour): ReadonlySet<Hour> => {
      const rows = database
        .prepare('SELECT DISTINCT hour FROM watched WHERE hour >= ? AND hour < ?')
        .all(from, to);
      return new Set(rows.map(({ hour }) => Number(hour)));
    },
    hasBox: (websiteId: number, boxId: number): boolean =>
      database
        .prepare('SELECT 1 FROM hours WHERE website_id = ? AND box_id = ? LIMIT 1')
        .get(websiteId, boxId) !== undefined,
    outcomes,
    prune: (before: Hour): void => {
      for (const table of ['hours', 'reach', 'watched', ...outcomeTables])
        database.prepare(`DELETE FROM ${table} WHERE hour < ?`).run(before);
    },
    /** For an exchange with other nodes. */
    openParts: () => openAnalyticsParts(database),
    close: (): void => database.close(),
  };
};

export type AnalyticsFile = ReturnType<typeof openAnalyticsFile>;
