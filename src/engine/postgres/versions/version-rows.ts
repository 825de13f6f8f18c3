import { randomBytes } from 'node:crypto';
import { Fault } from '../../../errors.ts';
import type { VersionId, VersionSummary } from '../../engine.ts';
import { type Database, type Queries, rawSql, sql } from '../../../postgres/sql.ts';
import { lockDataset } from '../datasets/lock-dataset.ts';
import { readScript } from '../sql/read-sql.ts';
import { liveVersionConflict, unknownVersion } from '../../semantics/version-faults.ts';

export type VersionRow = {
  readonly version: VersionId;
  readonly generation: number;
  readonly kind: 'products' | 'keywords';
  readonly about: unknown;
  readonly changes_through: number;
  readonly applied_through: number;
  readonly as_of: number | null;
};

/** Sorts by time; the same form as the names of the embedded engine. */
const createVersionName = (now: Date): VersionId =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;

/** Records a version that is being built, and gives it a generation. */
export const startVersion = async (
  database: Queries,
  dataset: string,
  kind: VersionRow['kind'],
  now: Date,
): Promise<{ readonly version: VersionId; readonly generation: number }> => {
  const version = createVersionName(now);
  const [row] = await database.query<{ generation: number }>(sql`
    INSERT INTO kindred.version (dataset, version, generation, kind, state, built_at, about)
    VALUES (${dataset}, ${version}, nextval('kindred.generation'), ${kind}, 'building', ${now.toISOString()}::timestamptz, '{}')
    RETURNING generation::float8 AS generation`);
  if (!row) throw new Error('The database has given no generation.');
  return { version, generation: row.generation };
};

type CompletedVersion = {
  readonly checksum: string;
  readonly size: number;
  readonly about: unknown;
  readonly changesThrough: number;
  readonly asOf: number | null;
  readonly tables: readonly string[];
  /** The first table is on the workers of a cluster. */
  readonly isDistributed?: boolean;
};

export const completeVersion = async (
  database: Queries,
  dataset: string,
  version: VersionId,
  { checksum, size, about, changesThrough, asOf, tables, isDistributed = false }: CompletedVersion,
): Promise<VersionSummary> => {
  const measure = (at: number) =>
    isDistributed && at === 0 ? 'citus_total_relation_size' : 'pg_total_relation_size';
  const bytes = rawSql(tables.map((table, at) => `${measure(at)}('${table}')`).join(' + '));
  await database.query(sql`
    UPDATE kindred.version SET state = 'complete', checksum = ${checksum}, size = ${size}, current_size = ${size},
      about = ${JSON.stringify(about)}::jsonb, changes_through = ${changesThrough}::bigint,
      applied_through = ${changesThrough}::bigint, as_of = ${asOf}::float8, bytes = ${bytes}
    WHERE dataset = ${dataset} AND version = ${version}`);
  const summary = (await listVersions(database, dataset)).find((each) => each.version === version);
  if (!summary) throw new Fault('conflict', 'The version was discarded while it was built.');
  return summary;
};

/** Complete versions, newest first. */
export const listVersions = async (
  database: Queries,
  dataset: string,
): Promise<readonly VersionSummary[]> => {
  const rows = await database.query<Omit<VersionSummary, 'builtAt'> & { built_at: string }>(sql`
    SELECT v.version, v.checksum, v.size, COALESCE(v.version = d.live, false) AS live, v.bytes::float8 AS bytes,
      to_char(v.built_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS built_at
    FROM kindred.version v LEFT JOIN kindred.dataset d ON d.dataset = v.dataset
    WHERE v.dataset = ${dataset} AND v.state = 'complete' ORDER BY v.generation DESC`);
  return rows.map(({ built_at: builtAt, ...row }) => ({ ...row, builtAt }));
};

export const findVersion = async (
  database: Queries,
  dataset: string,
  version: VersionId,
): Promise<VersionRow | null> => {
  const [row] = await database.query<VersionRow>(sql`
    SELECT version, generation::float8 AS generation, kind, about, changes_through::float8 AS changes_through,
      applied_through::float8 AS applied_through, as_of
    FROM kindred.version WHERE dataset = ${dataset} AND version = ${version} AND state = 'complete'`);
  return row ?? null;
};

/** Readers that were opened before a version was discarded may still answer from it for so long. */
const graceSeconds = 600;

/** Marks a version as discarded. Its rows are removed later: see `sweepVersions`. */
export const discardVersion = async (
  database: Database,
  dataset: string,
  version: VersionId,
): Promise<void> =>
  database.transaction(async (queries) => {
    const locked = await lockDataset(queries, dataset);
    if ((await findVersion(queries, dataset, version)) === null) throw unknownVersion(version);
    if (locked?.live === version) throw liveVersionConflict(version);
    await markDiscarded(queries, dataset, [version]);
  });

const markDiscarded = async (queries: Queries, dataset: string, versions: readonly VersionId[]) => {
  await queries.query(sql`
    UPDATE kindred.version SET state = 'discarded', changed_at = now()
    WHERE dataset = ${dataset} AND version = ANY(${versions}::text[])`);
};

/** Discards versions older than the live one, except the newest: `keep` stay, the live one included. */
export const discardOldVersions = async (queries: Queries, dataset: string, keep: number): Promise<void> => {
  const old = await queries.query<{ version: string }>(sql`
    SELECT v.version FROM kindred.version v
    WHERE v.dataset = ${dataset} AND v.state = 'complete' AND v.generation < (
      SELECT l.generation FROM kindred.dataset d JOIN kindred.version l ON l.dataset = d.dataset AND l.version = d.live
      WHERE d.dataset = ${dataset})
    ORDER BY v.generation DESC OFFSET ${keep - 1}`);
  await markDiscarded(
    queries,
    dataset,
    old.map(({ version }) => version),
  );
};

/**
 * Removes the tables of versions that were discarded a while ago, and of versions whose publisher ended before they
 * were complete.
 */
export const sweepVersions = async (database: Database, dataset: string): Promise<void> => {
  const gone = await database.query<{ version: string; generation: number }>(sql`
    SELECT v.version, v.generation::float8 AS generation
    FROM kindred.version v JOIN kindred.dataset d ON d.dataset = v.dataset
    WHERE v.dataset = ${dataset} AND (
      (v.state = 'discarded' AND v.changed_at < now() - make_interval(secs => ${graceSeconds}::int)) OR
      (v.state = 'building' AND (d.publisher IS NULL OR d.publisher_until < now())
        AND v.changed_at < now() - make_interval(secs => ${graceSeconds}::int)))`);
  for (const { version, generation } of gone) await removeVersion(database, dataset, version, generation);
};

export const removeVersion = async (
  database: Database,
  dataset: string,
  version: VersionId,
  generation: number,
): Promise<void> =>
  database.transaction(async (queries) => {
    await queries.script(readScript('drop-generation', { generation }));
    await queries.query(sql`DELETE FROM kindred.version WHERE dataset = ${dataset} AND version = ${version}`);
  });
