import { Fault, isUnavailable } from '../../errors.ts';
import { dataFormat, release } from '../../release.ts';
import type { Database, FileDatabase } from './database.ts';
import { firstSchema, visits, liveVersions } from './migrations.ts';

/** Of the oldest database that is read: no release had another one before. */
const firstVersion = 3;

/** In order; each makes the next schema version. What has been released is never changed. */
const migrations: readonly string[] = [visits, liveVersions];

const newestVersion = firstVersion + migrations.length;

/** Safe when several processes start at once: the version is read again under the write lock. */
export const migrate = (database: FileDatabase, file: string): void => {
  if (readSchemaVersion(database) === newestVersion) return;
  database.transaction(() => {
    const version = readSchemaVersion(database);
    if (version > newestVersion) throw tooNewSchema(database, file, version);
    if (version > 0 && version < firstVersion) throw tooOldSchema(file, version);
    if (version === 0) database.script(firstSchema);
    for (const script of migrations.slice(Math.max(0, version - firstVersion))) database.script(script);
    database.script(`PRAGMA user_version = ${newestVersion}`);
  });
};

export const readSchemaVersion = (database: FileDatabase): number =>
  Number(database.get('PRAGMA user_version')?.user_version);

const tooOldSchema = (file: string, version: number): Fault =>
  new Fault('conflict', `The database ${file} has schema version ${version}, from before any release.`, {
    nextStep: 'Start with an empty data folder, and declare the shop again.',
  });

/** Names the release that wrote it, where it is known. */
const tooNewSchema = (database: FileDatabase, file: string, version: number): Fault => {
  const stored = readFormat(database);
  if (stored !== null && stored.format > dataFormat) return tooNew(file, stored);
  return new Fault(
    'conflict',
    `The database ${file} has schema version ${version}; this program knows versions up to ${newestVersion}.`,
    { nextStep: 'Start the newer program that made it, or restore a backup from before the upgrade.' },
  );
};

/** By which program the database was written last. */
type StoredFormat = { readonly format: number; readonly release: string };

const rowName = 'data_format';

/** Null: by one that did not write it down. */
const readFormat = (database: Pick<Database, 'get'>): StoredFormat | null => {
  const row = database.get('SELECT value FROM meta WHERE name = ?', rowName);
  return row ? (JSON.parse(String(row.value)) as StoredFormat) : null;
};

const parts = (text: string): number[] => text.split(/[.-]/).map(Number);

const isNewer = (one: string, other: string): boolean => {
  const [ours, theirs] = [parts(one), parts(other)];
  const at = ours.findIndex((part, place) => part !== theirs[place]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
};

/**
 * Refuses a database that a newer program has written, and writes down this one. A database that several nodes share
 * gets it from the first node that is upgraded: nodes that run go on, and older ones do not start any more.
 */
export const noteFormat = async (database: Database, file: string): Promise<void> => {
  const stored = readFormat(database);
  if (stored !== null && stored.format > dataFormat) throw tooNew(file, stored);
  if (stored?.format === dataFormat && !isNewer(release, stored.release)) return;
  try {
    await database.transaction(() =>
      database.run(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        rowName,
        JSON.stringify({ format: dataFormat, release } satisfies StoredFormat),
      ),
    );
  } catch (error) {
    // The shared database is away, or the settings are being moved: the next start writes it.
    if (!isUnavailable(error)) throw error;
  }
};

const tooNew = (file: string, stored: StoredFormat): Fault =>
  new Fault(
    'conflict',
    `The settings in ${file} were written by release ${stored.release} (data format ${stored.format}). This is ` +
      `release ${release}, which knows data formats up to ${dataFormat}.`,
    { nextStep: `Start release ${stored.release} or newer, or restore a backup from before the upgrade.` },
  );
