import { createTablesFirst, defaultSchema, nameIn } from '../../postgres/create-tables.ts';
import { type Database, sql } from '../../postgres/sql.ts';
import type { AnalyticsFile } from '../analytics-file.ts';
import type { PartKey, PartRows } from '../analytics-parts.ts';
import type { Hour } from '../counter-key.ts';

type ReceivedPart = PartKey & { readonly revision: number; readonly rows: PartRows };

const createPartRows = (database: Database, schema: string) => {
  const [parts, writers] = ['analytics_part', 'analytics_writer'].map((name) => nameIn(schema, name));
  return {
    /** Revisions of a writer become visible in their order, because its row is locked meanwhile. */
    put: async ({ writer, hour, websiteId }: PartKey, rows: PartRows): Promise<void> => {
      await database.query(sql`
        WITH next AS (
          INSERT INTO ${writers} AS known VALUES (${writer}, 1)
          ON CONFLICT (writer) DO UPDATE SET revision = known.revision + 1 RETURNING revision
        )
        INSERT INTO ${parts} SELECT ${writer}::uuid, ${hour}::integer, ${websiteId}::integer, next.revision,
          ${JSON.stringify(rows)}::text::jsonb FROM next
        ON CONFLICT (writer, hour, website_id) DO UPDATE SET revision = excluded.revision, rows = excluded.rows`);
    },
    /** Parts that changed after the revisions in `seen`, those of a writer in their order. */
    listNew: async (seen: Readonly<Record<string, number>>, limit: number): Promise<ReceivedPart[]> => {
      const found = await database.query<{
        writer: string;
        hour: number;
        website_id: number;
        revision: string;
        rows: PartRows;
      }>(sql`
        SELECT part.writer, part.hour, part.website_id, part.revision::text, part.rows
        FROM ${writers} known
        LEFT JOIN jsonb_each_text(${JSON.stringify(seen)}::text::jsonb) AS seen ON seen.key = known.writer::text
        JOIN ${parts} part ON part.writer = known.writer AND part.revision > coalesce(seen.value::bigint, 0)
        WHERE known.revision > coalesce(seen.value::bigint, 0)
        ORDER BY part.writer, part.revision LIMIT ${limit}`);
      return found.map(({ website_id: websiteId, revision, ...row }) => ({
        ...row,
        websiteId,
        revision: Number(revision),
      }));
    },
    prune: async (before: Hour): Promise<void> => {
      await database.query(sql`DELETE FROM ${parts} WHERE hour < ${before}`);
      await database.query(sql`
        DELETE FROM ${writers} known WHERE NOT EXISTS (SELECT FROM ${parts} part WHERE part.writer = known.writer)`);
    },
  };
};

const sharedAnalyticsDefaults = { everyMs: 5_000, partsAtOnce: 200 } as const;

type Options = {
  readonly file: AnalyticsFile;
  readonly database: Database;
  readonly schema?: string;
  readonly everyMs?: number;
  /** The database is away: counts stay in the file and are sent when it is back. */
  readonly onFailed: (error: unknown) => void;
};

/** Notes which counts are to be sent, for whoever sends them. */
export const markUnsent = (file: AnalyticsFile): AnalyticsFile => {
  const parts = file.openParts();
  return {
    ...file,
    write: (writer, activeHour, counters) => {
      const keys = [...counters.values()].map(({ key }) => key);
      const hours = new Set([activeHour, ...keys.map(({ hour }) => hour)]);
      const touched = new Map<string, PartKey>();
      for (const { hour, websiteId } of keys)
        touched.set(`${hour} ${websiteId}`, { writer, hour, websiteId });
      parts.mark([...touched.values(), ...[...hours].map((hour) => ({ writer, hour, websiteId: 0 }))]);
      file.write(writer, activeHour, counters);
    },
  };
};

/** The counts of all nodes: each has those of the others in its own file, a few seconds late. */
export const shareAnalytics = (options: Options) => {
  const { file, onFailed, schema = defaultSchema } = options;
  const script = new URL('shared-analytics.sql', import.meta.url);
  const tables = { schema, script, lastTable: 'analytics_writer' };
  const table = createPartRows(createTablesFirst(options.database, tables), schema);
  const parts = file.openParts();

  const send = async (): Promise<void> => {
    for (const part of parts.listUnsent(sharedAnalyticsDefaults.partsAtOnce)) {
      await table.put(part, parts.read(part));
      parts.markSent(part);
    }
  };
  const fetchNew = async (): Promise<void> => {
    const { partsAtOnce } = sharedAnalyticsDefaults;
    for (;;) {
      const found = await table.listNew(parts.listSeen(), partsAtOnce);
      for (const { revision, rows, ...key } of found) parts.receive(key, revision, rows);
      if (found.length < partsAtOnce) return;
    }
  };
  let pruneBefore: number | null = null;
  const exchangeOnce = async (): Promise<void> => {
    await send();
    await fetchNew();
    if (pruneBefore !== null) await table.prune(pruneBefore);
    pruneBefore = null;
  };
  let exchanging: Promise<void> = Promise.resolve();
  const exchange = (): Promise<void> => {
    exchanging = exchanging.then(exchangeOnce).catch(onFailed);
    return exchanging;
  };
  const timer = setInterval(
    () => void exchange(),
    options.everyMs ?? sharedAnalyticsDefaults.everyMs,
  ).unref();

  return {
    ...markUnsent(file),
    prune: (before: Hour): void => {
      file.prune(before);
      pruneBefore = before;
    },
    /** Sends what was counted here, and fetches what others counted. */
    exchange,
    end: async (): Promise<void> => {
      clearInterval(timer);
      await exchange();
    },
  };
};
