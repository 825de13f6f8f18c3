import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/store/database/database.ts';
import { openReplica } from '../../src/store/replica/open-replica.ts';
import { openProxyThread } from '../support/postgres/proxy-thread.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

/* The copy of a shared database itself, without the store above it. */

const unavailable = expect.objectContaining({ code: 'unavailable' }) as Error;

if (serverUrl === undefined) it('a copy of a shared database', (context) => context.skip(withoutServer));
else {
  const created = await createServerDatabase();
  const client = new Client({ connectionString: created.url });
  await client.connect();
  const proxy = await openProxyThread(created.url);
  afterAll(async () => {
    proxy.close();
    await client.end();
    await created.drop();
  });
  let schemas = 0;
  let schema = '';
  let root = '';
  const opened: Database[] = [];

  const openCopy = (folder: string, url = created.url): Database => {
    mkdirSync(join(root, folder), { recursive: true });
    const copy = openReplica(join(root, folder, 'kindred.sqlite'), { url, schema, waitMs: 60_000 });
    opened.push(copy);
    return copy;
  };
  const closeAll = (): void => opened.splice(0).forEach((copy) => copy.close());

  /** How often the shared database was written to. */
  const readRevision = async (): Promise<number> => {
    const { rows } = await client.query<{ revision: string }>(`SELECT revision FROM ${schema}.store_state`);
    return Number(rows[0]?.revision);
  };

  const insert = "INSERT INTO websites (name, tracker, settings) VALUES (?, ?, '{}')";
  const countWebsites = (copy: Database): unknown =>
    copy.get('SELECT count(*) AS count FROM websites')?.count;

  beforeEach(() => {
    schema = `copies_${(schemas += 1)}`;
    root = mkdtempSync(join(tmpdir(), 'kindred-copies-'));
  });
  afterEach(() => {
    proxy.mend();
    closeAll();
    rmSync(root, { recursive: true, force: true });
  });

  describe('a copy of a shared database', () => {
    it('that was never filled is not opened while the database is away', () => {
      proxy.cut();
      expect(() => openCopy('empty', proxy.url)).toThrow(unavailable);
    });

    it('of an empty database is opened while it is away', async () => {
      openCopy('one');
      expect(await readRevision()).toBe(0);
      closeAll();
      proxy.cut();
      expect(countWebsites(openCopy('one', proxy.url))).toBe(0);
    });

    it('is not opened where the database answers with an error: that is not the same as being away', async () => {
      openCopy('one').run(insert, 'luma', 't1');
      closeAll();
      await client.query(`ALTER TABLE ${schema}.store_row RENAME COLUMN content TO lost`);
      expect(() => openCopy('one')).toThrow(/content/);
    });

    it('writes to the database only where something changed', async () => {
      const copy = openCopy('one');
      expect(copy.transaction(() => countWebsites(copy))).toBe(0);
      copy.run('DELETE FROM websites');
      expect(await readRevision()).toBe(0);
      copy.run(insert, 'luma', 't1');
      expect(await readRevision()).toBe(1);
      expect(countWebsites(openCopy('other'))).toBe(1);
    });

    it('makes a transaction again that did not know the last change of another', async () => {
      const [one, other] = [openCopy('one'), openCopy('other')];
      const found: unknown[] = [];
      other.transaction(() => {
        found.push(countWebsites(other));
        if (found.length === 1) one.run(insert, 'luma', 't1');
        other.run(insert, 'second', 't2');
      });
      expect(found).toEqual([0, 1]);
      expect([countWebsites(other), await readRevision()]).toEqual([2, 2]);
      expect(openCopy('fresh').all('SELECT id, name FROM websites ORDER BY id')).toEqual([
        { id: 1, name: 'luma' },
        { id: 2, name: 'second' },
      ]);
    });

    it('cannot be written to inside of a snapshot', async () => {
      const copy = openCopy('one');
      expect(() => copy.snapshot(() => copy.transaction(() => copy.run(insert, 'luma', 't1')))).toThrow(
        'A snapshot cannot write.',
      );
      expect([countWebsites(copy), await readRevision()]).toEqual([0, 0]);
      copy.transaction(() => copy.transaction(() => copy.run(insert, 'luma', 't1')));
      expect([countWebsites(copy), await readRevision()]).toEqual([1, 1]);
    });

    it('that is closed is not read any more', () => {
      const copy = openCopy('one');
      copy.close();
      opened.splice(0);
      expect(() => countWebsites(copy)).toThrow(/not open/);
    });
  });
}
