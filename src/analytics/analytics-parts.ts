import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../files/side-database.ts';
import type { Hour } from './counter-key.ts';
import { outcomeTables } from './outcome-tables.ts';

/** What one process counted of a website in an hour. Website 0: that it counted in this hour. */
export type PartKey = { readonly writer: string; readonly hour: Hour; readonly websiteId: number };

/** The rows by table, as JSON: bytes are `{ "base64": … }`. */
type Cell = string | number | null | { readonly base64: string };
export type PartRows = Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>;

export type UnsentPart = PartKey & { readonly mark: number };

const countedTables = ['hours', 'reach', ...outcomeTables] as const;
const watchedTables = ['watched'] as const;

const tablesOf = ({ websiteId }: PartKey): readonly string[] =>
  websiteId === 0 ? watchedTables : countedTables;

const schema = `
  CREATE TABLE IF NOT EXISTS shared_own (writer TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS shared_unsent (
    writer TEXT NOT NULL, hour INTEGER NOT NULL, website_id INTEGER NOT NULL, mark INTEGER NOT NULL,
    PRIMARY KEY (writer, hour, website_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS shared_seen (writer TEXT PRIMARY KEY, revision INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;`;

/** Everything that was counted before it was shared. */
const shareEarlierRows = `
  INSERT OR IGNORE INTO shared_own SELECT DISTINCT writer FROM watched;
  INSERT OR IGNORE INTO shared_unsent SELECT DISTINCT writer, hour, website_id, 1 FROM hours;
  INSERT OR IGNORE INTO shared_unsent SELECT DISTINCT writer, hour, 0, 1 FROM watched;`;

const toCell = (value: SQLOutputValue | undefined): Cell => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
};
const fromCell = (cell: Cell): SQLInputValue =>
  typeof cell === 'object' && cell !== null ? Buffer.from(cell.base64, 'base64') : cell;

/** The counts of this machine on their way to other nodes, and those of other nodes in the file of this one. */
export const openAnalyticsParts = (database: DatabaseSync) => {
  const isNew =
    database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'shared_unsent'`).get() === undefined;
  database.exec(`${schema}${isNew ? shareEarlierRows : ''}`);
  const markUnsent = database.prepare(
    `INSERT INTO shared_unsent VALUES (?, ?, ?, 1)
     ON CONFLICT (writer, hour, website_id) DO UPDATE SET mark = mark + 1`,
  );
  const addOwn = database.prepare('INSERT OR IGNORE INTO shared_own VALUES (?)');
  const selectUnsent = database.prepare('SELECT * FROM shared_unsent ORDER BY hour DESC LIMIT ?');
  const removeUnsent = database.prepare(
    'DELETE FROM shared_unsent WHERE writer = ? AND hour = ? AND website_id = ? AND mark = ?',
  );
  const selectSeen = database.prepare('SELECT writer, revision FROM shared_seen');
  const putSeen = database.prepare('INSERT OR REPLACE INTO shared_seen VALUES (?, ?)');
  const where = (key: PartKey): string =>
    `writer = ? AND hour = ?${key.websiteId === 0 ? '' : ' AND website_id = ?'}`;
  const valuesOf = ({ writer, hour, websiteId }: PartKey): (string | number)[] =>
    websiteId === 0 ? [writer, hour] : [writer, hour, websiteId];

  const columns = new Map(
    [...countedTables, ...watchedTables].map((table) => [
      table as string,
      database
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name)),
    ]),
  );
  /** Columns of another release that this one does not know are left out. */
  const insertRow = (table: string, row: Readonly<Record<string, Cell>>): void => {
    const known = (columns.get(table) ?? []).filter((column) => column in row);
    const places = known.map(() => '?').join(', ');
    database
      .prepare(`INSERT OR REPLACE INTO ${table} (${known.join(', ')}) VALUES (${places})`)
      .run(...known.map((column) => fromCell(row[column] ?? null)));
  };
  return {
    /** Before they are written: what a crash leaves is sent by the next process. */
    mark: (keys: readonly PartKey[]): void => {
      for (const { writer, hour, websiteId } of keys) {
        addOwn.run(writer);
        markUnsent.run(writer, hour, websiteId);
      }
    },
    listUnsent: (limit: number): UnsentPart[] =>
      selectUnsent.all(limit).map((row) => ({
        writer: String(row['writer']),
        hour: Number(row['hour']),
        websiteId: Number(row['website_id']),
        mark: Number(row['mark']),
      })),
    /** Unless it was marked again meanwhile. */
    markSent: ({ writer, hour, websiteId, mark }: UnsentPart): void =>
      void removeUnsent.run(writer, hour, websiteId, mark),
    read: (key: PartKey): PartRows =>
      Object.fromEntries(
        tablesOf(key).map((table) => [
          table,
          database
            .prepare(`SELECT * FROM ${table} WHERE ${where(key)}`)
            .all(...valuesOf(key))
            .map((row) =>
              Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)])),
            ),
        ]),
      ),
    /** Takes the place of what was received of this part before. */
    receive: (key: PartKey, revision: number, rows: PartRows): void => {
      inTransaction(database, () => {
        for (const table of tablesOf(key)) {
          database.prepare(`DELETE FROM ${table} WHERE ${where(key)}`).run(...valuesOf(key));
          for (const row of rows[table] ?? []) insertRow(table, row);
        }
        putSeen.run(key.writer, revision);
      });
    },
    /** The last revision of each other writer that was received; those of this machine count as received for ever. */
    listSeen: (): Record<string, number> => {
      const own = database.prepare('SELECT writer FROM shared_own').all();
      return Object.fromEntries([
        ...selectSeen.all().map(({ writer, revision }) => [String(writer), Number(revision)] as const),
        ...own.map(({ writer }) => [String(writer), Number.MAX_SAFE_INTEGER] as const),
      ]);
    },
  };
};
