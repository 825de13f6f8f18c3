import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { diskFilesSync } from '../../files/sync-files.ts';
import { translateErrors } from './database-faults.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** One connection, the only one of its process. Statements are prepared once. */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Returns the id of the row that was inserted last. */
  run(sql: string, ...values: SQLInputValue[]): number;
  script(sql: string): void;
  /** All or nothing; nested, the inner part is all or nothing (a savepoint). */
  transaction<T>(work: () => T): T;
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

const databaseDefaults = { busyTimeoutMs: 5000 } as const;

export const openDatabase = (file: string): Database => translateErrors(file, () => connect(file));

const connect = (file: string): Database => {
  diskFilesSync.makeFolder(dirname(file));
  const connection = new DatabaseSync(file, {
    timeout: databaseDefaults.busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  // secure_delete: deleted data (a session, an old encrypted key) is overwritten, not left in free pages.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  const prepare = createStatementCache(connection);
  let depth = 0;
  let commits = 0;

  const runBetween = <T>(begin: string, commit: string, rollback: string, work: () => T): T => {
    connection.exec(begin);
    depth += 1;
    try {
      const result = refusePromise(work());
      connection.exec(commit);
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after some faults, a full disk among them.
      if (connection.isTransaction) connection.exec(rollback);
      throw error;
    } finally {
      depth -= 1;
    }
  };

  const transaction = <T>(work: () => T): T => {
    if (depth > 0) {
      const name = `level_${depth}`;
      return runBetween(`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`, work);
    }
    const result = runBetween('BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', work);
    commits += 1;
    return result;
  };

  return {
    all: (sql, ...values) => translateErrors(file, () => prepare(sql).all(...values)),
    get: (sql, ...values) => translateErrors(file, () => prepare(sql).get(...values)),
    run: (sql, ...values) => translateErrors(file, () => Number(prepare(sql).run(...values).lastInsertRowid)),
    script: (sql) => translateErrors(file, () => connection.exec(sql)),
    transaction: (work) => translateErrors(file, () => transaction(work)),
    snapshot: (work) =>
      depth > 0 ? work() : translateErrors(file, () => runBetween('BEGIN', 'COMMIT', 'ROLLBACK', work)),
    inTransaction: () => depth > 0,
    changeToken: () => `${Number(prepare('PRAGMA data_version').get()?.data_version)}:${commits}`,
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
};

const createStatementCache = (connection: DatabaseSync): ((sql: string) => StatementSync) => {
  const cache = new Map<string, StatementSync>();
  return (sql) => {
    const statement = cache.get(sql) ?? connection.prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
};

/** An asynchronous transaction would hold the write lock while other code runs. */
const refusePromise = <T>(result: T): T => {
  if (result instanceof Promise)
    throw new TypeError('A transaction cannot wait: its work must be synchronous.');
  return result;
};
