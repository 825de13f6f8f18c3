import type { ProductChange, RecordedChange } from '../../engine.ts';
import { changedIdentifier, type LoggedChange } from '../../semantics/fold-changes.ts';
import type { Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import { packChange, unpackChange } from '../../semantics/stored-change.ts';
import { toStorableText } from '../products/stored-row.ts';

export const encodeChange = (change: ProductChange): string =>
  toStorableText(JSON.stringify(packChange(change)));

export const decodeChange = (text: string): ProductChange => unpackChange(JSON.parse(text));

type ChangeRow = { readonly sequence: number; readonly change: string };

/** Numbers the changes and stores them. The caller holds the lock of the dataset. Returns the last number. */
export const appendChanges = async (
  database: Queries,
  dataset: string,
  changes: readonly ProductChange[],
): Promise<number> => {
  const [row] = await database.query<{ last: number }>(sql`
    UPDATE kindred.dataset SET last_change = last_change + ${changes.length}::bigint WHERE dataset = ${dataset}
    RETURNING last_change::float8 AS last`);
  const last = row?.last ?? 0;
  await database.query(sql`
    INSERT INTO kindred.change (dataset, sequence, identifier, change)
    SELECT ${dataset}, ${last - changes.length}::bigint + n, identifier, change
    FROM unnest(
      ${changes.map((change) => toStorableText(changedIdentifier(change)))}::text[],
      ${changes.map(encodeChange)}::text[]
    ) WITH ORDINALITY AS c(identifier, change, n)`);
  return last;
};

/** Which changes of a dataset: after a number, of some products, and those that a version of this instant has. */
type WantedChanges = {
  readonly after?: number;
  readonly identifiers?: readonly string[];
  readonly asOf: number | null;
};

/** In the order of their numbers. */
export const readChanges = async (
  database: Queries,
  dataset: string,
  { after = 0, identifiers, asOf }: WantedChanges,
): Promise<LoggedChange[]> => {
  const wanted = identifiers ?? null;
  const rows = await database.query<ChangeRow>(sql`
    SELECT sequence::float8 AS sequence, change FROM kindred.change
    WHERE dataset = ${dataset} AND sequence > ${after}::bigint
      AND (${wanted}::text[] IS NULL OR identifier = ANY(${wanted}::text[]))
    ORDER BY sequence`);
  return rows
    .map(({ sequence, change }) => ({ sequence, change: decodeChange(change) }))
    .filter(({ change }) => asOf === null || change.at > asOf);
};

export const listLastChanges = async (
  database: Queries,
  dataset: string,
  limit: number,
): Promise<readonly RecordedChange[]> => {
  const rows = await database.query<ChangeRow & { merged: boolean }>(sql`
    SELECT c.sequence::float8 AS sequence, c.change, COALESCE(c.sequence <= v.changes_through, false) AS merged
    FROM kindred.change c
    LEFT JOIN kindred.dataset d ON d.dataset = c.dataset
    LEFT JOIN kindred.version v ON v.dataset = d.dataset AND v.version = d.live
    WHERE c.dataset = ${dataset} ORDER BY c.sequence DESC LIMIT ${limit}`);
  return rows.map(({ change, merged }) => ({ change: decodeChange(change), merged }));
};

/** Removes changes that every version contains, unless they are newer than the feed of one: the next may be as old. */
export const discardMergedChanges = async (database: Queries, dataset: string): Promise<void> => {
  await database.query(sql`
    WITH kept AS (
      SELECT min(changes_through) AS through, min(COALESCE(as_of, '-Infinity')) AS oldest FROM kindred.version
      WHERE dataset = ${dataset} AND state = 'complete' AND kind = 'products')
    DELETE FROM kindred.change USING kept
    WHERE dataset = ${dataset} AND sequence <= kept.through AND (change::json ->> 'at')::float8 <= kept.oldest`);
};
