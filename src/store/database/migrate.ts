import { Fault } from '../../errors.ts';
import { dataFormat } from '../../release.ts';
import type { FileDatabase } from './database.ts';
import { configuration } from './migrations/0001-configuration.ts';
import { people } from './migrations/0002-people.ts';
import { temporaryPasswords } from './migrations/0003-temporary-passwords.ts';
import { visits } from './migrations/0004-visits.ts';
import { liveVersions } from './migrations/0005-live-versions.ts';
import { readFormat, tooNew } from './data-format.ts';

/** In order; the place in this list is the schema version. What has been released is never changed. */
const migrations: readonly string[] = [configuration, people, temporaryPasswords, visits, liveVersions];

/** Safe when several processes start at once: the version is read again under the write lock. */
export const migrate = (database: FileDatabase, file: string): void => {
  if (readSchemaVersion(database) === migrations.length) return;
  database.transaction(() => {
    const version = readSchemaVersion(database);
    if (version > migrations.length) throw tooNewSchema(database, file, version);
    for (const script of migrations.slice(version)) database.script(script);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
};

export const readSchemaVersion = (database: FileDatabase): number => {
  return Number(database.get('PRAGMA user_version')?.user_version);
};

/** Names the release that wrote it, where it is known. */
const tooNewSchema = (database: FileDatabase, file: string, version: number): Fault => {
  const stored = readFormat(database);
  if (stored !== null && stored.format > dataFormat) return tooNew(file, stored);
  return new Fault(
    'conflict',
    `The database ${file} has schema version ${version}; this program knows versions up to ${migrations.length}.`,
    {
      nextStep: 'Start the newer program that made it, or restore a backup from before the upgrade.',
    },
  );
};
