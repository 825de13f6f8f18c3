import { memoize } from '../../domain/memoize.ts';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { diskFilesSync } from '../../files/sync-files.ts';
import { Fault } from '../../errors.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** One connection, the only one of its process. Statements are prepared once. Reads never wait. */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Only in the work of a transaction. Returns the id of the row that was inserted last. */
  run(sql: string, ...values: SQLInputValue[]): number;
  script(sql: string): void;
  /**
   * All or nothing, and durable when it resolves. `work` is synchronous and contains no other transaction. It runs again
   * where another node has changed something meanwhile.
   */
  transaction<T>(work: () => T): Promise<T>;
  /** Everything read inside is of one point in time. */
  snapshot<T>(work: () => T): T;
  inTransaction(): boolean;
  /** Changes when another connection has committed, or this one has. */
  changeToken(): string;
  /** Of a copy of what several nodes share. */
  readonly link?: StoreLink;
  close(): void;
};

/** The way to the database that several nodes share. */
export type StoreLink = {
  isReachable(): boolean;
  /** When this copy was up to date last, in milliseconds since 1970; since it was opened, if it never was. */
  heardAt(): number;
};

/** The file itself: a transaction has ended when the call returns. */
export type FileDatabase = Omit<Database, 'transaction' | 'link'> & { transaction<T>(work: () => T): T };

const databaseDefaults = { busyTimeoutMs: 5000 } as const;

/** A store in one file of this machine. */
export const toDatabase = (file: FileDatabase): Database => ({
  ...refuseLooseChanges(file),
  transaction: async (work) => file.transaction(work),
});

/** Each call of `change` is a transaction. */
export const alone =
  (database: Pick<Database, 'transaction'>) =>
  <A extends unknown[], R>(change: (...values: A) => R) =>
  (...values: A): Promise<R> =>
    database.transaction(() => change(...values));

/** A change outside of a transaction would not reach other nodes. */
export const refuseLooseChanges = (file: FileDatabase): FileDatabase => ({
  ...file,
  run: (sql, ...values) => {
    if (!file.inTransaction()) throw new Error('A change is part of a transaction.');
    return file.run(sql, ...values);
  },
});

export const openDatabase = (file: string): FileDatabase => translateErrors(file, () => connect(file));

const connect = (file: string): FileDatabase => {
  diskFilesSync.makeFolder(dirname(file));
  const connection = new DatabaseSync(file, {
    timeout: databaseDefaults.busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  // secure_delete: deleted data (a session, an old encrypted key) is overwritten, not left in free pages.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  const prepare = memoize((sql: string) => connection.prepare(sql));
  let isInTransaction = false;
  let commits = 0;

  const runAfter = <T>(begin: string, work: () => T): T => {
    if (isInTransaction) throw new Error('A transaction contains no other one.');
    connection.exec(begin);
    isInTransaction = true;
    try {
      const result = refusePromise(work());
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after some faults, a full disk among them.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    } finally {
      isInTransaction = false;
    }
  };

  const transaction = <T>(work: () => T): T => {
    const result = runAfter('BEGIN IMMEDIATE', work);
    commits += 1;
    return result;
  };

  return {
    all: (sql, ...values) => translateErrors(file, () => prepare(sql).all(...values)),
    get: (sql, ...values) => translateErrors(file, () => prepare(sql).get(...values)),
    run: (sql, ...values) => translateErrors(file, () => Number(prepare(sql).run(...values).lastInsertRowid)),
    script: (sql) => translateErrors(file, () => connection.exec(sql)),
    transaction: (work) => translateErrors(file, () => transaction(work)),
    snapshot: (work) => (isInTransaction ? work() : translateErrors(file, () => runAfter('BEGIN', work))),
    inTransaction: () => isInTransaction,
    changeToken: () => `${Number(prepare('PRAGMA data_version').get()?.data_version)}:${commits}`,
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
};

/** An asynchronous transaction would hold the write lock while other code runs. */
const refusePromise = <T>(result: T): T => {
  if (result instanceof Promise)
    throw new TypeError('A transaction cannot wait: its work must be synchronous.');
  return result;
};

/** SQLite's primary and extended result codes that an operator can do something about. */
const codes = {
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;
const constraints = { foreignKey: 787, unique: 2067, primaryKey: 1555, trigger: 1811 } as const;

/** Runs `work`; turns an error of SQLite into a fault with a next step, and keeps the cause. */
export const translateErrors = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw toFault(file, error) ?? error;
  }
};

const toFault = (file: string, error: unknown): Fault | null => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return constraintFault(error.errcode, error) ?? operationalFault(file, error.errcode % 256, error);
};

const constraintFault = (code: number, cause: Error): Fault | null => {
  if (code === constraints.foreignKey) {
    return new Fault('bad-input', 'This refers to something that the website does not have.', { cause });
  }
  if (code === constraints.unique || code === constraints.primaryKey) {
    return new Fault('conflict', 'Something with this name or key is already there.', { cause });
  }
  if (code === constraints.trigger) {
    return new Fault('unavailable', 'The settings are being moved, or were moved, to another place.', {
      nextStep:
        'Try again in a moment. An operator: run `kindred migrate` again, or start with the new settings.',
      retryAfterSeconds: 5,
      cause,
    });
  }
  return null;
};

const operationalFault = (file: string, code: number, cause: Error): Fault | null => {
  const unavailable = (message: string, nextStep: string): Fault =>
    new Fault('unavailable', message, { nextStep, cause });
  switch (code) {
    case codes.full:
      return unavailable(`The disk that holds ${file} is full.`, 'Free some space; nothing was lost.');
    case codes.busy:
      return unavailable(`The database ${file} is in use by another process.`, 'Try again in a moment.');
    case codes.io:
    case codes.cannotOpen:
    case codes.readOnly: {
      const nextStep = 'Check the disk and the rights of the folder.';
      return unavailable(`The database ${file} cannot be read or written.`, nextStep);
    }
    case codes.corrupt:
    case codes.notADatabase: {
      const nextStep = 'Restore it from a backup.';
      return new Fault('corrupted', `${file} is damaged, or not a database of Kindred.`, { nextStep, cause });
    }
    default:
      return null;
  }
};
