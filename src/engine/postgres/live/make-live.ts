import type { ProductChange, VersionId } from '../../engine.ts';
import { changedIdentifier } from '../../semantics/changes.ts';
import { addChangedRows, appendChanges, foldIntoVersion, readChanges } from '../changes/change-log.ts';
import { type Database, type Queries, sql } from '../../../postgres/sql.ts';
import { announceRevision, lockDataset } from '../datasets/lock-dataset.ts';
import { readProductAbout } from '../products/product-version.ts';
import { toStorableText } from '../products/stored-row.ts';
import { noLiveVersion, unknownVersion } from '../../semantics/version-faults.ts';
import { findVersion, type VersionRow } from '../versions/version-rows.ts';

/**
 * Applies the live changes up to `last` that the rows of a version lack. The products they touch are folded again from
 * their rows as built: an old change that arrives late must not win.
 */
const applyMissingChanges = async (queries: Queries, dataset: string, version: VersionRow, last: number) => {
  if (version.kind !== 'products' || version.applied_through >= last) return;
  const about = readProductAbout(version.about);
  const { as_of: asOf } = version;
  const missing = await readChanges(queries, dataset, { after: version.applied_through, asOf });
  const identifiers = [...new Set(missing.map(({ change }) => toStorableText(changedIdentifier(change))))];
  // Those that the rows as built have already change nothing, and show where a late one belongs.
  const changes = await readChanges(queries, dataset, { identifiers, asOf });
  const folded = await foldIntoVersion(queries, version.generation, changes, about.dimensions);
  const growth = await addChangedRows(queries, version.generation, about, folded, last);
  await queries.query(sql`
    UPDATE kindred.version SET applied_through = ${last}::bigint, current_size = current_size + ${growth}::int,
      about = ${JSON.stringify({ ...about, dimensions: folded.dimensions })}::jsonb
    WHERE dataset = ${dataset} AND version = ${version.version}`);
};

/** One transaction: readers see the version with all live changes, or the one before. */
export const makeVersionLive = (database: Database, dataset: string, version: VersionId): Promise<void> =>
  database.transaction(async (queries) => {
    const locked = await lockDataset(queries, dataset);
    const found = await findVersion(queries, dataset, version);
    if (!locked || !found) throw unknownVersion(version);
    await applyMissingChanges(queries, dataset, found, locked.lastChange);
    await queries.query(sql`UPDATE kindred.dataset SET live = ${version} WHERE dataset = ${dataset}`);
    await announceRevision(queries, dataset);
  });

/** Stores live changes and applies them to the live version. */
export const changeLiveVersion = (
  database: Database,
  dataset: string,
  changes: readonly ProductChange[],
): Promise<void> =>
  database.transaction(async (queries) => {
    const locked = await lockDataset(queries, dataset);
    const live = locked?.live ? await findVersion(queries, dataset, locked.live) : null;
    if (live?.kind !== 'products') throw noLiveVersion();
    if (changes.length === 0) return;
    const last = await appendChanges(queries, dataset, changes);
    await applyMissingChanges(queries, dataset, live, last);
    await announceRevision(queries, dataset);
  });
