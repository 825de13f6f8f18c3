import { Fault } from '../../errors.ts';
import type { Database } from './database.ts';
import { configuration } from './migrations/0001-configuration.ts';
import { people } from './migrations/0002-people.ts';
import { temporaryPasswords } from './migrations/0003-temporary-passwords.ts';
import { visits } from './migrations/0004-visits.ts';

/** In order; the place in this list is the schema version. What has been released is never changed. */
const migrations: readonly string[] = [configuration, people, temporaryPasswords, visits];

/** Safe when several processes start at once: the version is read again under the write lock. */
export const migrate = (database: Database, file: string): void => {
  if (readSchemaVersion(database) === migrations.length) return;
  database.transaction(() => {
    const version = readSchemaVersion(database);
    if (version > migrations.length) throw tooNew(file, version);
    for (const script of migrations.slice(version)) database.script(script);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
};

export const readSchemaVersion = (database: Database): number => {
  return Number(database.get('PRAGMA user_version')?.user_version);
};

const tooNew = (file: string, version: number): Fault => {
  return new Fault(
    'conflict',
    `The database ${file} has schema version ${version}; this program knows versions up to ${migrations.length}.`,
    {
      nextStep: 'Start the newer program that made it, or restore a backup from before the upgrade.',
    },
  );
};
