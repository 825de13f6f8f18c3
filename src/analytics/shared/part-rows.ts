import { nameIn, type Tables } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';
import type { Hour } from '../counter-key.ts';
import type { PartKey, PartRows } from '../analytics-parts.ts';

export const analyticsTables = (schema: string): Tables => ({
  schema,
  script: new URL('shared-analytics.sql', import.meta.url),
  lastTable: 'analytics_writer',
});

type ReceivedPart = PartKey & { readonly revision: number; readonly rows: PartRows };

/** The statements on what all nodes counted. */
export const createPartRows = (database: Database, schema: string) => {
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
