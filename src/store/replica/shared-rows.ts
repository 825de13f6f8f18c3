import { nameIn, type Tables } from '../../postgres/create-tables.ts';
import { type Queries, sql } from '../../postgres/sql.ts';
import type { ChangedRow } from './changed-rows.ts';

/** Everything that changed after `since`, up to `revision`. */
export type Pulled = {
  readonly installation: string;
  readonly since: number;
  readonly revision: number;
  /** A copy before this revision may not know of removals that `rows` no longer has. */
  readonly prunedTo: number;
  readonly rows: readonly ChangedRow[];
};

/** Nodes listen here for new revisions. */
export const channelOf = (schema: string): string => `${schema}_store`;

export const storeTables = (schema: string): Tables => ({
  schema,
  script: new URL('shared-rows.sql', import.meta.url),
  lastTable: 'store_row',
});

type PulledRow = Omit<Pulled, 'rows' | 'since'> &
  Omit<ChangedRow, 'table'> & { readonly table: string | null };

/** One statement, so that the revision and the rows are of one point in time. */
export const pullRows = async (queries: Queries, schema: string, since: number): Promise<Pulled> => {
  const found = await queries.query<PulledRow>(sql`
    SELECT state.installation::text, state.revision::float8 AS revision,
      state.pruned_to::float8 AS "prunedTo", changed.table_name AS table, changed.key, changed.content::text AS row
    FROM ${nameIn(schema, 'store_state')} AS state
      LEFT JOIN ${nameIn(schema, 'store_row')} AS changed ON changed.revision > ${since}`);
  const [first] = found;
  if (first === undefined) throw new Error('The table store_state is empty.');
  return {
    installation: first.installation,
    since,
    revision: first.revision,
    prunedTo: first.prunedTo,
    rows: found.flatMap(({ table, key, row }) => (table === null ? [] : [{ table, key, row }])),
  };
};

/**
 * Stores the rows as the next revision, if `position` is the current one: a node that does not know the last change
 * changes nothing and gets null. It is one statement, so no lock outlives a node that stops in the middle.
 */
export const pushRows = async (
  queries: Queries,
  schema: string,
  position: number,
  rows: readonly ChangedRow[],
): Promise<number | null> => {
  const [moved] = await queries.query<{ revision: number }>(sql`
    WITH moved AS (
      UPDATE ${nameIn(schema, 'store_state')} SET revision = revision + 1 WHERE revision = ${position} RETURNING revision
    ), written AS (
      INSERT INTO ${nameIn(schema, 'store_row')} AS stored (table_name, key, content, revision)
      SELECT changed.table_name, changed.key, changed.content::jsonb, moved.revision
      FROM moved, unnest(${rows.map(({ table }) => table)}::text[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ row }) => row)}::text[]) AS changed (table_name, key, content)
      ON CONFLICT (table_name, key) DO UPDATE SET revision = excluded.revision,
        content = CASE WHEN excluded.content IS NULL THEN NULL
          ELSE coalesce(stored.content, '{}') || excluded.content END
    )
    SELECT revision::float8 AS revision, pg_notify(${channelOf(schema)}, '') FROM moved`);
  return moved?.revision ?? null;
};

/** Removals of so many changes are remembered. A node that missed more of them reads all rows when it is back. */
const keptRemovals = 200_000;

/** Forgets older removals. Any node may do so at any time. */
export const pruneRows = async (queries: Queries, schema: string, kept = keptRemovals): Promise<void> => {
  await queries.query(sql`
    WITH reached AS (
      UPDATE ${nameIn(schema, 'store_state')} SET pruned_to = revision - ${kept}
      WHERE revision - ${kept} > pruned_to RETURNING pruned_to
    )
    DELETE FROM ${nameIn(schema, 'store_row')} AS stored USING reached
    WHERE stored.content IS NULL AND stored.revision <= reached.pruned_to`);
};
