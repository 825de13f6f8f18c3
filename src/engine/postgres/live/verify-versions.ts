import type { VersionId } from '../../engine.ts';
import { type Queries, sql } from '../../../postgres/sql.ts';
import { readKeywordAbout } from '../keywords/keyword-reader.ts';
import { computeKeywordChecksum } from '../building/keyword-writer.ts';
import { computeProductChecksum } from '../building/product-builder.ts';

type StoredVersion = {
  readonly version: VersionId;
  readonly generation: number;
  readonly kind: string;
  readonly checksum: string;
  readonly about: unknown;
};

/** Compares the rows of every version with the checksum that was computed when it was built. */
export const verifyVersions = async (
  database: Queries,
  dataset: string,
): Promise<readonly { version: VersionId; file: string; problem: string }[]> => {
  const versions = await database.query<StoredVersion>(sql`
    SELECT version, generation::float8 AS generation, kind, checksum, about FROM kindred.version
    WHERE dataset = ${dataset} AND state = 'complete' ORDER BY generation DESC`);
  const problems = [];
  for (const { version, generation, kind, checksum, about } of versions) {
    const actual =
      kind === 'keywords'
        ? await computeKeywordChecksum(database, generation, readKeywordAbout(about).language)
        : await computeProductChecksum(database, generation);
    if (actual !== checksum)
      problems.push({
        version,
        file: `kindred.${kind}_${generation}`,
        problem: 'its rows do not match the checksum of the version',
      });
  }
  return problems;
};
