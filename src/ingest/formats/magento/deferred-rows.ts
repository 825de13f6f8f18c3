import { DatabaseSync } from 'node:sqlite';
import type { RawRow } from '../feed.ts';

export type DeferredRow = { readonly line: number; readonly row: RawRow };

type Stored = { readonly line: number; readonly row: string };

const decodeRow = (stored: Stored | undefined): DeferredRow | null =>
  stored === undefined ? null : { line: stored.line, row: parseRow(stored.row) };

const parseRow = (text: string): RawRow =>
  Object.assign(Object.create(null) as object, JSON.parse(text) as RawRow);

/**
 * Rows that depend on a later row of the feed, such as a variant before its product. They are stored on disk
 * (in SQLite's temporary database, removed on close), so that memory does not grow with them.
 */
export const openDeferredRows = () => {
  const database = new DatabaseSync('');
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE waiting (key TEXT PRIMARY KEY, line INTEGER NOT NULL, row TEXT NOT NULL) STRICT;
    CREATE TABLE noted (kind TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
    BEGIN`);
  const insert = database.prepare('INSERT OR REPLACE INTO waiting (key, line, row) VALUES (?, ?, ?)');
  const select = database.prepare('SELECT line, row FROM waiting WHERE key = ?');
  const remove = database.prepare('DELETE FROM waiting WHERE key = ?');
  const all = database.prepare('SELECT line, row FROM waiting ORDER BY line');
  const write = database.prepare('INSERT OR REPLACE INTO noted (kind, key, value) VALUES (?, ?, ?)');
  const read = database.prepare('SELECT value FROM noted WHERE kind = ? AND key = ?');
  const find = (key: string): DeferredRow | null => decodeRow(select.get(key) as Stored | undefined);
  return {
    /** Returns the row that was stored under this key before, if any; it is replaced. */
    put(key: string, { line, row }: DeferredRow): DeferredRow | null {
      const before = find(key);
      insert.run(key, line, JSON.stringify(row));
      return before;
    },
    take(key: string): DeferredRow | null {
      const waiting = find(key);
      if (waiting !== null) remove.run(key);
      return waiting;
    },
    /** All remaining rows, in the order of the feed. */
    *rest(): Generator<DeferredRow> {
      for (const stored of all.iterate()) yield decodeRow(stored as Stored) as DeferredRow;
    },
    /** Stores a fact that later rows need, such as the parent of a variant. */
    setFact: (kind: string, key: string, value: string): void => void write.run(kind, key, value),
    getFact: (kind: string, key: string): string | null =>
      (read.get(kind, key) as { value: string } | undefined)?.value ?? null,
    close: (): void => database.close(),
  };
};

export type DeferredRows = ReturnType<typeof openDeferredRows>;
