import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { markOf, type Secrets } from './sealing.ts';
import type { Keyring } from './secrets.ts';

export type FollowingSecrets = Secrets & {
  /** The ones in force at this moment; fixed, for what is read at the same moment. */
  current(): Secrets;
};

const select = "SELECT value FROM meta WHERE name = 'secret_mark'";

/**
 * Always those that the database is written with, also after another process has changed the secret key.
 * Inside a transaction or snapshot the mark and the rows are of one moment, so that nothing is ever sealed
 * with a key that is no longer in force.
 */
export const followSecrets = (database: Database, keyring: Keyring, file: string): FollowingSecrets => {
  setFirstMark(database, keyring);
  let mark = '';
  let known: Secrets | null = null;

  const current = (): Secrets => {
    const now = String(database.get(select)?.value);
    if (known && now === mark) return known;
    known = keyring.find(now) ?? refuse(file);
    mark = now;
    return known;
  };

  // With another secret key every stored key would silently be unknown.
  current();
  return {
    current,
    lookUp: (clear) => current().lookUp(clear),
    seal: (purpose, clear) => current().seal(purpose, clear),
    open: (purpose, sealed) => current().open(purpose, sealed),
  };
};

export const writeMark = (database: Database, secrets: Secrets): void =>
  void database.run("UPDATE meta SET value = ? WHERE name = 'secret_mark'", markOf(secrets));

const setFirstMark = (database: Database, keyring: Keyring): void => {
  if (database.get(select)) return;
  const mark = markOf(keyring.first());
  database.transaction(() => {
    database.run("INSERT INTO meta (name, value) VALUES ('secret_mark', ?) ON CONFLICT DO NOTHING", mark);
  });
};

const refuse = (file: string): never => {
  throw new Fault('conflict', `The database ${file} was made with another secret key.`, {
    nextStep: 'Give the secret key (or the file secret.key) that belongs to it.',
  });
};
