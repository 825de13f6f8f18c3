import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyring } from '../../src/store/keys/keyring.ts';
import { openReplica } from '../../src/store/replica/open-replica.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { openProxyThread } from '../support/postgres/proxy-thread.ts';
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
  let proxy: Awaited<ReturnType<typeof openProxyThread>>;
  const opened: Store[] = [];

  const openNode = (
    folder: string,
    more: { url?: string; now?: () => Date; schema?: string } = {},
  ): Store => {
    const { url = created.url, now = () => new Date() } = more;
    const store = openStore({
      file: join(root, folder, 'kindred.sqlite'),
      keyring: openKeyring({ secretKey, dataDir: join(root, folder) }),
      now,
      open: (file) => openReplica(file, { url, schema: more.schema ?? schema, waitMs: 60_000 }),
    });
    opened.push(store);
    return store;
  };

  /** A store of one machine, in a file. */
  const openAlone = (folder: string): Store => {
    const file = join(root, folder, 'kindred.sqlite');
    const store = openStore({ file, keyring: openKeyring({ secretKey, dataDir: join(root, folder) }) });
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    schema = `nodes_${(installations += 1)}`;
    root = mkdtempSync(join(tmpdir(), 'kindred-nodes-'));
    proxy = await openProxyThread(created.url);
  });
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    proxy.close();
    rmSync(root, { recursive: true, force: true });
  });

  const listNames = (store: Store): string[] => store.websites.list().map(({ name }) => name);

  describe('two nodes on one database', () => {
    it('see what either of them changes: rows, removals and keys', async () => {
      const [one, other] = [openNode('one'), openNode('other')];
      const website = one.websites.put('test', aWebsite('luma'));
      const { keys } = one.subscriptions.put(website.id, 'test', aSubscription());
      await expect.poll(() => other.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      other.websites.put('test', aWebsite('second'));
      await expect.poll(() => listNames(one)).toEqual(['luma', 'second']);
      other.websites.remove('test', website.id);
      await expect.poll(() => one.directory().subscriptionByKey(keys?.primary ?? '')).toBeNull();
      expect(one.subscriptions.list(website.id)).toEqual([]);
    });

    it('know of a visit of an administrator, and of its end', async () => {
      const [one, other] = [openNode('one'), openNode('other')];
      const [home, luma] = ['home', 'luma'].map((name) => one.websites.put('test', aWebsite(name)).id);
      const ada = await one.operators.put(home ?? 0, 'test', 'ada@host.example', 'owner', 'four plain words');
      one.accounts.setAdministrator('test', ada.email, true);
      const roleThere = () => other.accounts.roleIn(luma ?? 0, ada.operatorId);
      one.visits.start(luma ?? 0, 'test', ada.operatorId, 'a broken feed');
      await expect.poll(roleThere).toBe('owner');
      other.visits.end(luma ?? 0, 'test', ada.operatorId);
      await expect.poll(() => one.accounts.roleIn(luma ?? 0, ada.operatorId)).toBeNull();
      expect(one.audit.list(luma ?? 0, 2).map(({ action }) => action)).toEqual(['visit.end', 'visit.start']);
    });

    it('write one after the other, whoever begins: nothing is lost and no id is used twice', () => {
      const nodes = [openNode('one'), openNode('other'), openNode('third')];
      const ids = Array.from({ length: 30 }, (_, at) => {
        const store = nodes[at % nodes.length] ?? openNode('one');
        const { id } = store.websites.put('test', aWebsite(`shop-${at}`));
        if (at % 5 === 0) store.websites.remove('test', id);
        return id;
      });
      expect(new Set(ids).size).toBe(30);
      const fresh = openNode('fresh');
      expect(listNames(fresh)).toHaveLength(24);
      expect(fresh.audit.verify()).toBeNull();
      expect(fresh.websites.put('test', aWebsite('next')).id).toBe(Math.max(...ids) + 1);
    });

    it('judge by the last state: a name that another node took is taken', () => {
      const [one, other] = [openNode('one'), openNode('other')];
      const website = one.websites.put('test', aWebsite('luma'));
      expect(other.websites.put('test', { ...aWebsite('luma'), displayName: 'Changed' })).toMatchObject({
        id: website.id,
        displayName: 'Changed',
      });
      expect(one.websites.put('test', aWebsite('luma')).displayName).toBe('luma');
      one.datasets.put(website.id, 'test', aDataset());
      expect(() => other.datasets.remove(website.id, 'test', 'unknown')).toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
      other.datasets.remove(website.id, 'test', 'catalogue');
      expect(() => one.datasets.remove(website.id, 'test', 'catalogue')).toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
    });

    it('share sessions and passwords', async () => {
      const [one, other] = [openNode('one'), openNode('other')];
      const website = one.websites.put('test', aWebsite('luma'));
      const password = 'correct horse battery staple';
      await one.operators.put(website.id, 'test', 'anna@shop.example', 'owner', password);
      await expect.poll(() => other.accounts.byEmail('anna@shop.example')?.email).toBe('anna@shop.example');
      const from = { address: '192.0.2.1', userAgent: null };
      const result = await other.accounts.signIn({ email: 'anna@shop.example', password }, from);
      if (!result.ok) throw new Error('The sign-in was refused.');
      await expect.poll(() => one.accounts.bySession(result.token)?.operator.email).toBe('anna@shop.example');
      one.accounts.endSession(result.operator.id, 'test', result.session.id);
      await expect.poll(() => other.accounts.bySession(result.token)).toBeNull();
    });

    it('roll back what throws, everywhere', () => {
      const [one, other] = [openNode('one'), openNode('other')];
      one.websites.put('test', aWebsite('luma'));
      const failing = () =>
        other.transaction(() => {
          other.websites.put('test', aWebsite('second'));
          throw new Error('on purpose');
        });
      expect(failing).toThrow('on purpose');
      expect(() => other.transaction(async () => other.websites.put('test', aWebsite('third')))).toThrow(
        TypeError,
      );
      expect(listNames(openNode('fresh'))).toEqual(['luma']);
    });
  });

  describe('a node without the database', () => {
    it('serves what it has, refuses changes with 503, and catches up', async () => {
      const clock = aClock();
      const [one, lonely] = [openNode('one'), openNode('lonely', { url: proxy.url, now: clock.now })];
      const website = lonely.websites.put('test', aWebsite('luma'));
      const { keys } = lonely.subscriptions.put(website.id, 'test', aSubscription());
      const password = 'correct horse battery staple';
      await lonely.operators.put(website.id, 'test', 'anna@shop.example', 'owner', password);
      const from = { address: '192.0.2.1', userAgent: null };
      const session = await lonely.accounts.signIn({ email: 'anna@shop.example', password }, from);
      proxy.cut();
      expect(() => lonely.websites.put('test', aWebsite('second'))).toThrow(unavailable);
      expect(() => lonely.websites.put('test', aWebsite('luma'))).toThrow(unavailable);
      expect(lonely.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      clock.move(60_000);
      const token = session.ok ? session.token : '';
      expect(lonely.accounts.bySession(token)?.operator.email).toBe('anna@shop.example');
      one.websites.put('test', aWebsite('third'));
      expect(listNames(lonely)).toEqual(['luma']);
      proxy.mend();
      await expect.poll(() => listNames(lonely)).toEqual(['luma', 'third']);
      lonely.websites.put('test', aWebsite('fourth'));
      await expect.poll(() => listNames(one)).toEqual(['luma', 'third', 'fourth']);
    });

    it('starts from its copy, and an empty one does not start', () => {
      openNode('one').websites.put('test', aWebsite('luma'));
      opened.splice(0).forEach((store) => store.close());
      proxy.cut();
      expect(listNames(openNode('one', { url: proxy.url }))).toEqual(['luma']);
      expect(() => openNode('empty', { url: proxy.url })).toThrow(unavailable);
    });
  });

  describe('a store of one machine', () => {
    it('becomes the shared one when the database is empty, with trackers, keys and audit log', () => {
      const alone = openAlone('one');
      const website = alone.websites.put('test', aWebsite('luma'));
      const { keys } = alone.subscriptions.put(website.id, 'test', aSubscription());
      const entries = alone.audit.list(website.id, 100);
      alone.close();
      const shared = openNode('one');
      expect(shared.websites.list()).toEqual([website]);
      const other = openNode('other');
      expect(other.websites.list()).toEqual([website]);
      expect(other.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
      expect(other.audit.list(website.id, 100)).toEqual(entries);
      expect(other.audit.verify()).toBeNull();
    });

    it('is again one of one machine when it is opened as such', () => {
      const website = openNode('one').websites.put('test', aWebsite('luma'));
      opened.splice(0).forEach((store) => store.close());
      const alone = openAlone('one');
      expect(alone.websites.list()).toEqual([website]);
      alone.websites.put('test', aWebsite('second'));
      expect(alone.audit.verify()).toBeNull();
    });

    it('is refused where the database has a configuration, and where it is a copy of another database', () => {
      openNode('one').websites.put('test', aWebsite('luma'));
      openAlone('two').websites.put('test', aWebsite('own'));
      expect(() => openNode('two')).toThrow(conflict);
      openNode('three', { schema: `${schema}_other` }).websites.put('test', aWebsite('other'));
      expect(() => openNode('three')).toThrow(conflict);
      expect(listNames(openNode('four'))).toEqual(['luma']);
    });

    it('with another secret key is refused', () => {
      openNode('one').websites.put('test', aWebsite('luma'));
      const keyring = openKeyring({ secretKey: 'cd'.repeat(32), dataDir: join(root, 'two') });
      const file = join(root, 'two', 'kindred.sqlite');
      expect(() =>
        openStore({
          file,
          keyring,
          open: (path) => openReplica(path, { url: created.url, schema, waitMs: 60_000 }),
        }),
      ).toThrow(/another secret key/);
    });
  });
}
