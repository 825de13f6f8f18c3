import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/store/database/database.ts';
import { openReplica } from '../../src/store/replica/open-replica.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { openStoppableProxy } from '../support/postgres/stoppable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

/* The copy of a shared database itself, without the store above it. */

const unavailable = expect.objectContaining({ code: 'unavailable' }) as Error;

if (serverUrl === undefined) it('a copy of a shared database', (context) => context.skip(withoutServer));
else {
  const created = await createServerDatabase();
  const client = new Client({ connectionString: created.url });
  await client.connect();
  const proxy = await openCuttableProxy(new URL(created.url));
  afterAll(async () => {
    proxy.close();
    await client.end();
    await created.drop();
  });
  let schemas = 0;
  let schema = '';
  let root = '';
  const opened: Database[] = [];

  const openCopy = async (folder: string, url = created.url): Promise<Database> => {
    mkdirSync(join(root, folder), { recursive: true });
    const copy = await openReplica(join(root, folder, 'kindred.sqlite'), { url, schema, waitMs: 60_000 });
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
  const add = (copy: Database, name: string, tracker: string): Promise<number> =>
    copy.transaction(() => copy.run(insert, name, tracker));
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
    it('that was never filled is not opened while the database is away', async () => {
      proxy.cut();
      await expect(() => openCopy('empty', proxy.url)).rejects.toThrow(unavailable);
    });

    it('of an empty database is opened while it is away', async () => {
      await openCopy('one');
      expect(await readRevision()).toBe(0);
      closeAll();
      proxy.cut();
      expect(countWebsites(await openCopy('one', proxy.url))).toBe(0);
    });

    it('is not opened where the database answers with an error: that is not the same as being away', async () => {
      await add(await openCopy('one'), 'luma', 't1');
      closeAll();
      await client.query(`ALTER TABLE ${schema}.store_row RENAME COLUMN content TO lost`);
      await expect(() => openCopy('one')).rejects.toThrow(/content/);
    });

    it('writes to the database only where something changed', async () => {
      const copy = await openCopy('one');
      expect(await copy.transaction(() => countWebsites(copy))).toBe(0);
      await copy.transaction(() => copy.run('DELETE FROM websites'));
      expect(await readRevision()).toBe(0);
      await add(copy, 'luma', 't1');
      expect(await readRevision()).toBe(1);
      expect(countWebsites(await openCopy('other'))).toBe(1);
    });

    it('makes a transaction again that did not know the last change of another', async () => {
      const [one, other] = [await openCopy('one'), await openCopy('other')];
      const found: unknown[] = [];
      const insertInto = (copy: Database, tracker: string): Promise<number> =>
        copy.transaction(() => {
          found.push(countWebsites(copy));
          return copy.run(insert, `shop ${tracker}`, tracker);
        });
      const ids = await Promise.all([insertInto(one, 't1'), insertInto(other, 't2')]);
      // Where both began without the other, one of them was made again.
      expect(found.at(-1)).toBe(1);
      expect([ids.toSorted(), await readRevision()]).toEqual([[1, 2], 2]);
      expect(countWebsites(await openCopy('fresh'))).toBe(2);
    });

    it('is changed by transactions only: others would not hear of it', async () => {
      const copy = await openCopy('one');
      expect(() => copy.run(insert, 'luma', 't1')).toThrow('A change is part of a transaction.');
      expect([countWebsites(copy), await readRevision()]).toEqual([0, 0]);
    });

    it('does not show what the database has not accepted, and answers reads meanwhile', async () => {
      const way = await openStoppableProxy(created.url);
      const copy = await openCopy('one', way.url);
      way.stop();
      const adding = add(copy, 'luma', 't1');
      const turns: unknown[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        turns.push(countWebsites(copy));
      }
      expect(turns).toEqual([0, 0, 0]);
      way.resume();
      expect(await adding).toBe(1);
      expect(countWebsites(copy)).toBe(1);
      closeAll();
      way.close();
    });

    it('that is closed is not read any more', async () => {
      const copy = await openCopy('one');
      copy.close();
      opened.splice(0);
      expect(() => countWebsites(copy)).toThrow(/not open/);
    });
  });
}
