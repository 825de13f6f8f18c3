import { Fault } from '../../errors.ts';
import { dataFormat, release } from '../../release.ts';
import type { Database } from './database.ts';

/** By which program the database was written last. */
export type StoredFormat = { readonly format: number; readonly release: string };

const rowName = 'data_format';

/** Null: by one that did not write it down. */
export const readFormat = (database: Pick<Database, 'get'>): StoredFormat | null => {
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
    if (!(error instanceof Fault) || error.code !== 'unavailable') throw error;
  }
};

export const tooNew = (file: string, stored: StoredFormat): Fault =>
  new Fault(
    'conflict',
    `The settings in ${file} were written by release ${stored.release} (data format ${stored.format}). This is ` +
      `release ${release}, which knows data formats up to ${dataFormat}.`,
    {
      nextStep: `Start release ${stored.release} or newer, or restore a backup from before the upgrade.`,
    },
  );
