import type { VersionId } from '../../engine.ts';
import type { Database, Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import { lockDataset } from '../datasets/lock-dataset.ts';
import { readScript } from '../sql/read-sql.ts';
import { liveVersionConflict, unknownVersion } from '../../semantics/version-faults.ts';
import { findVersion } from './version-rows.ts';

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
