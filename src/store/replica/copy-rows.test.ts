import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileDatabase, openDatabase } from '../database/database.ts';
import { migrate, readSchemaVersion } from '../database/migrate.ts';
import {
  applyRows,
  type ChangedRow,
  collectChanges,
  forgetChanges,
  isEmpty,
  noteAllRows,
  removeAllRows,
  watchChanges,
  listTables,
  openCopyPosition,
  type ReplicatedTable,
  sequenceTable,
} from './changed-rows.ts';

let folder: string;
let opened: FileDatabase[] = [];
const open = (name: string): FileDatabase => {
  const file = join(folder, `${name}.sqlite`);
  const database = openDatabase(file);
  opened.push(database);
  database.script('PRAGMA synchronous = OFF');
  migrate(database, file);
  watchChanges(database, listTables(database));
  return database;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-copy-'));
});
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Runs work in a transaction; returns the rows that it changed. */
const change = (database: FileDatabase, work: () => void): readonly ChangedRow[] =>
  database.transaction(() => {
    work();
    const rows = collectChanges(database, listTables(database));
    forgetChanges(database);
    return rows;
  });

const apply = (database: FileDatabase, rows: readonly ChangedRow[]): void => {
  database.script('PRAGMA foreign_keys = OFF');
  database.transaction(() => {
    applyRows(database, listTables(database), rows);
    forgetChanges(database);
  });
  database.script('PRAGMA foreign_keys = ON');
};

const dump = (database: FileDatabase): unknown[] =>
  [...listTables(database).map(({ name }) => name), sequenceTable].map((name) => [
    name,
    database
      .all(`SELECT * FROM ${name}`)
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);

let trackers = 0;
const putWebsite = (database: FileDatabase, name: string): number =>
  database.run(
    `INSERT INTO websites (tracker, name, settings) VALUES (?, ?, '{}')
     ON CONFLICT (name) DO UPDATE SET settings = settings || ' '`,
    `tracker ${(trackers += 1)}`,
    name,
  );

const tableOf = (database: FileDatabase, name: string): ReplicatedTable | undefined =>
  listTables(database).find((table) => table.name === name);

describe('the tables of a copy', () => {
  it('have the columns of their key in its own order, and say whether ids are counted', () => {
    const database = open('tables');
    database.script(`CREATE TABLE samples (
      shop INTEGER, third TEXT, first TEXT, second TEXT, PRIMARY KEY (first, second, third)
    ) STRICT`);
    expect(listTables(database).find(({ name }) => name === 'samples')).toEqual({
      name: 'samples',
      columns: ['shop', 'third', 'first', 'second'],
      keyColumns: ['first', 'second', 'third'],
      countsIds: false,
    });
    expect(listTables(database).find(({ name }) => name === 'websites')).toMatchObject({
      keyColumns: ['id'],
      countsIds: true,
    });
  });
});

describe('the tables of a copy', () => {
  it('are those of the schema, with their keys', () => {
    const database = open('one');
    openCopyPosition(database, 3);
    const names = listTables(database).map(({ name }) => name);
    expect(names).toContain('websites');
    expect(names).not.toContain('replica');
    expect(names.filter((name) => name.startsWith('sqlite_'))).toEqual([]);
    expect(tableOf(database, 'websites')).toMatchObject({ keyColumns: ['id'], countsIds: true });
    expect(tableOf(database, 'members')).toMatchObject({
      keyColumns: ['website_id', 'account_id'],
      countsIds: false,
    });
  });

  it('all have a primary key: without one a row cannot be found again', () => {
    for (const { name, keyColumns } of listTables(open('one')))
      expect([name, keyColumns.length > 0]).toEqual([name, true]);
  });
});

describe('changed rows', () => {
  it('are those that a transaction inserted, updated and deleted, as they are at its end', () => {
    const database = open('one');
    const rows = change(database, () => {
      putWebsite(database, 'a');
      putWebsite(database, 'b');
      putWebsite(database, 'a');
      database.run("DELETE FROM websites WHERE name = 'b'");
    });
    expect(rows.map(({ table, key, row }) => [table, key, row && (JSON.parse(row) as object)])).toEqual([
      ['websites', '[1]', { id: 1, tracker: expect.any(String) as string, name: 'a', settings: '{} ' }],
      ['websites', '[2]', null],
      [sequenceTable, '["websites"]', { name: 'websites', seq: expect.any(Number) as number }],
    ]);
  });

  it('include what a cascade removes', () => {
    const database = open('one');
    change(database, () => {
      const id = putWebsite(database, 'a');
      database.run(
        "INSERT INTO subscriptions (website_id, name, kind, state, settings) VALUES (?, 's', 'secret', 'active', '{}')",
        id,
      );
    });
    const rows = change(database, () => database.run('DELETE FROM websites'));
    expect(rows.filter(({ row }) => row === null).map(({ table }) => table)).toEqual([
      'subscriptions',
      'websites',
    ]);
  });

  it('are none after a rollback, and none of what was read', () => {
    const database = open('one');
    expect(() =>
      change(database, () => {
        putWebsite(database, 'a');
        throw new Error('on purpose');
      }),
    ).toThrow('on purpose');
    expect(change(database, () => database.all('SELECT * FROM websites'))).toEqual([]);
  });

  it('are all rows when a store is shared for the first time', () => {
    const database = open('one');
    const tables = listTables(database);
    expect(isEmpty(database, tables)).toBe(true);
    change(database, () => {
      for (const name of ['a', 'b', 'c']) putWebsite(database, name);
    });
    expect(isEmpty(database, tables)).toBe(false);
    const rows = change(database, () => noteAllRows(database, tables));
    const copy = open('copy');
    apply(copy, rows);
    expect(dump(copy)).toEqual(dump(database));
    removeAllRows(copy, tables);
    expect(isEmpty(copy, tables)).toBe(true);
  });
});

describe('a copy', () => {
  type Step = { readonly put: string } | { readonly remove: string } | { readonly swap: [string, string] };
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ put: name }),
    fc.record({ remove: name }),
    fc.record({ swap: fc.tuple(name, name) }),
  );
  const run = (database: FileDatabase, each: Step): void => {
    if ('put' in each) putWebsite(database, each.put);
    else if ('remove' in each) database.run('DELETE FROM websites WHERE name = ?', each.remove);
    else {
      const [one, other] = each.swap;
      if (one === other) return;
      database.run("UPDATE websites SET name = 'between' WHERE name = ?", one);
      database.run('UPDATE websites SET name = ? WHERE name = ?', one, other);
      database.run("UPDATE websites SET name = ? WHERE name = 'between'", other);
    }
  };

  it('equals its original after any transactions, applied one by one or together', () => {
    let draws = 0;
    const [original, copy, late] = [open('one'), open('copy'), open('late')];
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), (transactions) => {
        draws += 1;
        const missed = transactions.flatMap((steps) => {
          const rows = change(original, () => steps.forEach((each) => run(original, each)));
          apply(copy, rows);
          return rows;
        });
        // The last state of each row, as a node gets it that was away.
        apply(late, [...new Map(missed.map((row) => [`${row.table} ${row.key}`, row])).values()]);
        expect(dump(copy)).toEqual(dump(original));
        expect(dump(late)).toEqual(dump(original));
      }),
      { seed: 15, numRuns: 20 },
    );
    expect(draws).toBe(20);
  });

  it('leaves out tables and columns of a newer program, and fills in those of an older one', () => {
    const database = open('one');
    apply(database, [
      { table: 'unknown', key: '[1]', row: '{"id":1}' },
      {
        table: 'accounts',
        key: '[7]',
        row: JSON.stringify({ id: 7, email: 'a@shop.example', password_hash: 'x', added_later: 'y' }),
      },
    ]);
    expect(database.get('SELECT * FROM accounts')).toMatchObject({
      id: 7,
      administrator: 0,
      totp_step: 0,
      password_until_ms: null,
    });
  });
});

describe('the position of a copy', () => {
  it('is unknown first, then the one that was written', () => {
    const database = open('one');
    const position = openCopyPosition(database, readSchemaVersion(database));
    expect(position.read()).toEqual({ installation: '', revision: -1 });
    position.write({ installation: 'x', revision: 4 });
    position.write({ installation: 'x', revision: 5 });
    expect(position.read()).toEqual({ installation: 'x', revision: 5 });
  });

  it('is the beginning for a program of another schema version, which reads all rows again', () => {
    const database = open('one');
    openCopyPosition(database, 3).write({ installation: 'x', revision: 5 });
    expect(openCopyPosition(database, 4).read()).toEqual({ installation: 'x', revision: 0 });
    expect(openCopyPosition(database, 3).read()).toEqual({ installation: 'x', revision: 5 });
  });
});
