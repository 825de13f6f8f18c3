import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from './file-lock.ts';
import { listSetAside, openSideDatabase } from './side-database.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-side-'));
  file = join(folder, 'counts.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const createTable = (database: DatabaseSync): void =>
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS counts (text TEXT, count INTEGER)');

const open = (): DatabaseSync => openSideDatabase(file, 100, createTable);
const countRows = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT count(*) AS rows FROM counts').get()?.['rows']);

const fill = (): Buffer => {
  const database = open();
  const insert = database.prepare('INSERT INTO counts VALUES (?, ?)');
  for (let index = 0; index < 2000; index += 1) insert.run(`text ${index}`, index);
  database.close();
  return readFileSync(file);
};

describe('database that the service can do without', () => {
  it('keeps its rows from one start to the next', () => {
    fill();
    const again = open();
    expect(countRows(again)).toBe(2000);
    again.close();
    expect(listSetAside([folder])).toEqual([]);
  });

  it.each([
    ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'another file',
      () => Buffer.from('this is no database, but it is long enough to be read as one'.repeat(10)),
    ],
    ['zeros in its middle', (bytes: Buffer) => Buffer.from(bytes).fill(0, 4096, bytes.length - 4096)],
  ])('is set aside and made anew when the file is %s', (_, damage) => {
    writeFileSync(file, damage(fill()));
    const database = open();
    expect(countRows(database)).toBe(0);
    database.prepare('INSERT INTO counts VALUES (?, ?)').run('new', 1);
    database.close();
    const aside = listSetAside([folder]);
    expect(aside).toHaveLength(1);
    expect(aside[0]).toMatch(new RegExp(`^${basename(folder)}/counts\\.sqlite\\.damaged-\\d{8}T\\d{9}Z$`));
    const again = open();
    expect(countRows(again)).toBe(1);
    again.close();
    expect(listSetAside([folder])).toEqual(aside);
  });

  it('treats an empty file as a new database', () => {
    writeFileSync(file, '');
    open().close();
    expect(listSetAside([folder])).toEqual([]);
  });

  it('leaves a damaged file to the process that is replacing it', () => {
    writeFileSync(file, fill().subarray(0, 6000));
    const lock = tryLock(folder, 'counts.sqlite.repair');
    expect(() => open()).toThrow(/could not be replaced/);
    lock?.release();
    open().close();
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(1);
  });

  it('lists nothing for a folder that does not exist', () => {
    expect(listSetAside([join(folder, 'none')])).toEqual([]);
  });
});
