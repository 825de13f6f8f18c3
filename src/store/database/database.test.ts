import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileDatabase, openDatabase, translateErrors } from './database.ts';

let folder: string;
let file: string;
let database: FileDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-database-'));
  file = join(folder, 'inside', 'kindred.sqlite');
  database = openDatabase(file);
  database.script('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = (by: FileDatabase = database): unknown[] =>
  by.all('SELECT name FROM items ORDER BY id').map(({ name }) => name);
const insert = (name: string): number => database.run('INSERT INTO items (name) VALUES (?)', name);

describe('a connection', () => {
  it('writes ahead, syncs each commit, overwrites what is deleted, and checks references', () => {
    const setting = (name: string): unknown => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    expect(setting('journal_mode')).toBe('wal');
    // 2: FULL.
    expect(setting('synchronous')).toBe(2);
    expect(setting('secure_delete')).toBe(1);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('busy_timeout')).toBe(5000);
  });

  it('returns the id of what it inserted, rows, and one row or nothing', () => {
    expect([insert('a'), insert('b')]).toEqual([1, 2]);
    expect(names()).toEqual(['a', 'b']);
    expect(database.get('SELECT name FROM items WHERE id = ?', 2)).toEqual({ name: 'b' });
    expect(database.get('SELECT name FROM items WHERE id = ?', 3)).toBeUndefined();
  });

  it('cannot be used after it was closed, and may be closed twice', () => {
    database.close();
    expect(() => names()).toThrow();
    expect(() => database.close()).not.toThrow();
  });
});

describe('a transaction', () => {
  it('is all or nothing, and contains no other', () => {
    expect(() =>
      database.transaction(() => {
        insert('lost');
        throw new Error('on purpose');
      }),
    ).toThrow('on purpose');
    expect(() => database.transaction(() => database.transaction(() => insert('inner')))).toThrow(
      'contains no other one',
    );
    expect([names(), database.inTransaction()]).toEqual([[], false]);
  });

  it('cannot wait', () => {
    expect(() => database.transaction(() => Promise.resolve(insert('a')))).toThrow(
      'A transaction cannot wait: its work must be synchronous.',
    );
    expect(names()).toEqual([]);
  });

  it('changes the token, here and for other connections', () => {
    const other = openDatabase(file);
    const [mine, theirs] = [database.changeToken(), other.changeToken()];
    expect(database.changeToken()).toBe(mine);
    database.transaction(() => insert('a'));
    expect(database.changeToken()).not.toBe(mine);
    expect(other.changeToken()).not.toBe(theirs);
    other.close();
  });
});

describe('a snapshot', () => {
  it('sees one point in time', () => {
    const other = openDatabase(file);
    insert('a');
    const seen = other.snapshot(() => {
      const before = names(other);
      insert('b');
      return [before, names(other)];
    });
    expect(seen).toEqual([['a'], ['a']]);
    expect(names(other)).toEqual(['a', 'b']);
    expect(other.inTransaction()).toBe(false);
    other.close();
  });
});

describe('an error of the database', () => {
  const fail = (errcode: number) => (): never => {
    throw Object.assign(new Error('from SQLite'), { errcode });
  };

  it.each([
    [5, 'unavailable', 'The database /d is in use by another process.', 'Try again in a moment.'],
    [261, 'unavailable', 'The database /d is in use by another process.', 'Try again in a moment.'],
    [
      8,
      'unavailable',
      'The database /d cannot be read or written.',
      'Check the disk and the rights of the folder.',
    ],
    [
      10,
      'unavailable',
      'The database /d cannot be read or written.',
      'Check the disk and the rights of the folder.',
    ],
    [
      14,
      'unavailable',
      'The database /d cannot be read or written.',
      'Check the disk and the rights of the folder.',
    ],
    [11, 'corrupted', '/d is damaged, or not a database of Kindred.', 'Restore it from a backup.'],
    [26, 'corrupted', '/d is damaged, or not a database of Kindred.', 'Restore it from a backup.'],
    [13, 'unavailable', 'The disk that holds /d is full.', 'Free some space; nothing was lost.'],
    [787, 'bad-input', 'This refers to something that the website does not have.', undefined],
    [2067, 'conflict', 'Something with this name or key is already there.', undefined],
    [1555, 'conflict', 'Something with this name or key is already there.', undefined],
  ])('with the code %i is the fault %s', (errcode, code, message, nextStep) => {
    expect(() => translateErrors('/d', fail(errcode))).toThrow(
      expect.objectContaining({ code, message, nextStep, cause: expect.any(Error) as Error }),
    );
  });

  it('that nobody can do anything about stays as it is', () => {
    expect(() => translateErrors('/d', fail(1))).toThrow('from SQLite');
    expect(() =>
      translateErrors('/d', () => {
        throw new TypeError('a mistake');
      }),
    ).toThrow(TypeError);
    expect(translateErrors('/d', () => 7)).toBe(7);
  });

  it('comes with the file: a name that is there, and a file that is no database', () => {
    insert('a');
    expect(() => insert('a')).toThrow(expect.objectContaining({ code: 'conflict' }));
    const other = join(folder, 'other.sqlite');
    writeFileSync(other, 'no database at all'.repeat(100));
    expect(() => openDatabase(other)).toThrow(
      expect.objectContaining({
        code: 'corrupted',
        message: `${other} is damaged, or not a database of Kindred.`,
      }),
    );
  });
});
