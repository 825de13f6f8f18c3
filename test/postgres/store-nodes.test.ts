import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyring } from '../../src/store/keys/keyring.ts';
import { openPool } from '../../src/postgres/open-pool.ts';
import { openReplica } from '../../src/store/replica/open-replica.ts';
import { pullRows } from '../../src/store/replica/shared-rows.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { aClock, aDataset, aSubscription, aWebsite } from '../support/store/test-shop.ts';

/* Nodes with data folders of their own, on one database. */

const secretKey = 'ab'.repeat(32);
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 1 }) as Error;
const conflict = expect.objectContaining({ code: 'conflict' }) as Error;

if (serverUrl === undefined)
  it('nodes share a store on PostgreSQL', (context) => context.skip(withoutServer));
else {
  const created = await createServerDatabase();
  afterAll(created.drop);
  let installations = 0;
  let schema = '';
  let root = '';
  let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
  const opened: Store[] = [];

  const openNode = async (
    folder: string,
    more: { url?: string; now?: () => Date; schema?: string } = {},
  ): Promise<Store> => {
    const { url = created.url, now = () => new Date() } = more;
    const store = await openStore({
      file: join(root, folder, 'kindred.sqlite'),
      keyring: openKeyring({ secretKey, dataDir: join(root, folder) }),
      now,
      open: (file) => openReplica(file, { url, schema: more.schema ?? schema, waitMs: 60_000 }),
    });
    opened.push(store);
    return store;
  };

  /** How often the shared database was written to. */
  const readRevision = async (): Promise<number> => {
    const pool = openPool({ url: created.url, connections: 1 });
    const { revision } = await pullRows(pool, schema, Number.MAX_SAFE_INTEGER);
    await pool.close();
    return revision;
  };

  /** A store of one machine, in a file. */
  const openAlone = async (folder: string): Promise<Store> => {
    const file = join(root, folder, 'kindred.sqlite');
    const store = await openStore({ file, keyring: openKeyring({ secretKey, dataDir: join(root, folder) }) });
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    schema = `nodes_${(installations += 1)}`;
    root = mkdtempSync(join(tmpdir(), 'kindred-nodes-'));
    proxy = await openCuttableProxy(new URL(created.url));
  });
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    proxy.close();
    rmSync(root, { recursive: true, force: true });
  });

  const listNames = (store: Store): string[] => store.websites.list().map(({ name }) => name);

  describe('two nodes on one database', () => {
    it('see what either of them changes: rows, removals and keys', async () => {
      const [one, other] = [await openNode('one'), await openNode('other')];
      const website = await one.websites.put('test', aWebsite('luma'));
      const { keys } = await one.subscriptions.put(website.id, 'test', aSubscription());
      await expect.poll(() => other.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      await other.websites.put('test', aWebsite('second'));
      await expect.poll(() => listNames(one)).toEqual(['luma', 'second']);
      await other.websites.remove('test', website.id);
      await expect.poll(() => one.directory().subscriptionByKey(keys?.primary ?? '')).toBeNull();
      expect(one.subscriptions.list(website.id)).toEqual([]);
    });

    it('know of a visit of an administrator, and of its end', async () => {
      const [one, other] = [await openNode('one'), await openNode('other')];
      const { id: home } = await one.websites.put('test', aWebsite('home'));
      const { id: luma } = await one.websites.put('test', aWebsite('luma'));
      const ada = await one.operators.put(home, 'test', 'ada@host.example', 'owner', 'four plain words');
      await one.accounts.setAdministrator('test', ada.email, true);
      const roleThere = () => other.accounts.roleIn(luma, ada.operatorId);
      await one.visits.start(luma, 'test', ada.operatorId, 'a broken feed');
      await expect.poll(roleThere).toBe('owner');
      await other.visits.end(luma, 'test', ada.operatorId);
      await expect.poll(() => one.accounts.roleIn(luma, ada.operatorId)).toBeNull();
      expect(one.audit.list(luma, 2).map(({ action }) => action)).toEqual(['visit.end', 'visit.start']);
    });

    it('write one after the other, whoever begins: nothing is lost and no id is used twice', async () => {
      const nodes = [await openNode('one'), await openNode('other'), await openNode('third')];
      const change = async (store: Store, at: number): Promise<number> => {
        const { id } = await store.websites.put('test', aWebsite(`shop-${at}`));
        if (at % 5 === 0) await store.websites.remove('test', id);
        return id;
      };
      const ids = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          nodes.map((node, place) => change(node, 3 * at + place)),
        ).flat(),
      );
      expect(new Set(ids).size).toBe(30);
      const fresh = await openNode('fresh');
      expect(listNames(fresh)).toHaveLength(24);
      expect(fresh.audit.verify()).toBeNull();
      expect((await fresh.websites.put('test', aWebsite('next'))).id).toBe(Math.max(...ids) + 1);
    });

    it('judge by the last state: a name that another node took is taken', async () => {
      const [one, other] = [await openNode('one'), await openNode('other')];
      const website = await one.websites.put('test', aWebsite('luma'));
      expect(await other.websites.put('test', { ...aWebsite('luma'), displayName: 'Changed' })).toMatchObject(
        {
          id: website.id,
          displayName: 'Changed',
        },
      );
      expect((await one.websites.put('test', aWebsite('luma'))).displayName).toBe('luma');
      await one.datasets.put(website.id, 'test', aDataset());
      await expect(() => other.datasets.remove(website.id, 'test', 'unknown')).rejects.toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
      await other.datasets.remove(website.id, 'test', 'catalogue');
      await expect(() => one.datasets.remove(website.id, 'test', 'catalogue')).rejects.toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
    });

    it('share sessions and passwords', async () => {
      const [one, other] = [await openNode('one'), await openNode('other')];
      const website = await one.websites.put('test', aWebsite('luma'));
      const password = 'correct horse battery staple';
      await one.operators.put(website.id, 'test', 'anna@shop.example', 'owner', password);
      await expect.poll(() => other.accounts.byEmail('anna@shop.example')?.email).toBe('anna@shop.example');
      const from = { address: '192.0.2.1', userAgent: null };
      const result = await other.accounts.signIn({ email: 'anna@shop.example', password }, from);
      if (!result.ok) throw new Error('The sign-in was refused.');
      await expect
        .poll(async () => (await one.accounts.bySession(result.token))?.operator.email)
        .toBe('anna@shop.example');
      await one.accounts.endSession(result.operator.id, 'test', result.session.id);
      await expect.poll(() => other.accounts.bySession(result.token)).toBeNull();
    });

    it('write down once that a session was used, for all requests of a page', async () => {
      const clock = aClock();
      const one = await openNode('one', { now: clock.now });
      const website = await one.websites.put('test', aWebsite('luma'));
      const { operatorId } = await one.operators.put(
        website.id,
        'test',
        'anna@shop.example',
        'owner',
        'four plain words',
      );
      const { clear } = await one.accounts.issueToken(operatorId, 'test', 'script');
      const before = await readRevision();
      clock.move(3_600_000);
      await Promise.all(Array.from({ length: 20 }, () => one.accounts.byToken(clear)));
      expect((await readRevision()) - before).toBe(1);
    });

    it('roll back what throws, everywhere', async () => {
      const [one, other] = [await openNode('one'), await openNode('other')];
      await one.websites.put('test', aWebsite('luma'));
      const failing = () =>
        other.transaction(({ websites }) => {
          websites.put('test', aWebsite('second'));
          throw new Error('on purpose');
        });
      await expect(failing).rejects.toThrow('on purpose');
      await expect(() =>
        other.transaction(async ({ websites }) => websites.put('test', aWebsite('third'))),
      ).rejects.toThrow(TypeError);
      expect(listNames(await openNode('fresh'))).toEqual(['luma']);
    });
  });

  describe('a node without the database', () => {
    it('serves what it has, refuses changes with 503, and catches up', async () => {
      const clock = aClock();
      const [one, lonely] = [
        await openNode('one'),
        await openNode('lonely', { url: proxy.url, now: clock.now }),
      ];
      const website = await lonely.websites.put('test', aWebsite('luma'));
      const { keys } = await lonely.subscriptions.put(website.id, 'test', aSubscription());
      const password = 'correct horse battery staple';
      await lonely.operators.put(website.id, 'test', 'anna@shop.example', 'owner', password);
      const from = { address: '192.0.2.1', userAgent: null };
      const session = await lonely.accounts.signIn({ email: 'anna@shop.example', password }, from);
      proxy.cut();
      await expect(() => lonely.websites.put('test', aWebsite('second'))).rejects.toThrow(unavailable);
      await expect(() => lonely.websites.put('test', aWebsite('luma'))).rejects.toThrow(unavailable);
      expect(lonely.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      clock.move(60_000);
      const token = session.ok ? session.token : '';
      expect((await lonely.accounts.bySession(token))?.operator.email).toBe('anna@shop.example');
      await one.websites.put('test', aWebsite('third'));
      expect(listNames(lonely)).toEqual(['luma']);
      proxy.mend();
      await expect.poll(() => listNames(lonely)).toEqual(['luma', 'third']);
      await lonely.websites.put('test', aWebsite('fourth'));
      await expect.poll(() => listNames(one)).toEqual(['luma', 'third', 'fourth']);
    });

    it('starts from its copy, and an empty one does not start', async () => {
      await (await openNode('one')).websites.put('test', aWebsite('luma'));
      opened.splice(0).forEach((store) => store.close());
      proxy.cut();
      expect(listNames(await openNode('one', { url: proxy.url }))).toEqual(['luma']);
      await expect(() => openNode('empty', { url: proxy.url })).rejects.toThrow(unavailable);
    });
  });

  describe('a store of one machine', () => {
    it('becomes the shared one when the database is empty, with trackers, keys and audit log', async () => {
      const alone = await openAlone('one');
      const website = await alone.websites.put('test', aWebsite('luma'));
      const { keys } = await alone.subscriptions.put(website.id, 'test', aSubscription());
      const entries = alone.audit.list(website.id, 100);
      alone.close();
      const shared = await openNode('one');
      expect(shared.websites.list()).toEqual([website]);
      const other = await openNode('other');
      expect(other.websites.list()).toEqual([website]);
      expect(other.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      expect(other.audit.list(website.id, 100)).toEqual(entries);
      expect(other.audit.verify()).toBeNull();
    });

    it('is again one of one machine when it is opened as such', async () => {
      const website = await (await openNode('one')).websites.put('test', aWebsite('luma'));
      opened.splice(0).forEach((store) => store.close());
      const alone = await openAlone('one');
      expect(alone.websites.list()).toEqual([website]);
      await alone.websites.put('test', aWebsite('second'));
      expect(alone.audit.verify()).toBeNull();
    });

    it('is refused where the database has a configuration, and where it is a copy of another database', async () => {
      await (await openNode('one')).websites.put('test', aWebsite('luma'));
      await (await openAlone('two')).websites.put('test', aWebsite('own'));
      await expect(() => openNode('two')).rejects.toThrow(conflict);
      await (await openNode('three', { schema: `${schema}_other` })).websites.put('test', aWebsite('other'));
      await expect(() => openNode('three')).rejects.toThrow(conflict);
      expect(listNames(await openNode('four'))).toEqual(['luma']);
    });

    it('with another secret key is refused', async () => {
      await (await openNode('one')).websites.put('test', aWebsite('luma'));
      const keyring = openKeyring({ secretKey: 'cd'.repeat(32), dataDir: join(root, 'two') });
      const file = join(root, 'two', 'kindred.sqlite');
      await expect(() =>
        openStore({
          file,
          keyring,
          open: (path) => openReplica(path, { url: created.url, schema, waitMs: 60_000 }),
        }),
      ).rejects.toThrow(/another secret key/);
    });
  });
}
