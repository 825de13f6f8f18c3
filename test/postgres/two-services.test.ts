import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedKeys, Store } from '../../src/store/store.ts';
import { publishKeywords } from '../support/cli/served-folder.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aSubscription, aWebsite } from '../support/store/test-shop.ts';

/* Two services with data folders of their own, one database, and one folder of versions. */

/** A machine that runs many tests at once may be slow. */
const waitMs = 60_000;
const owner = { email: 'anna@shop.example', password: 'correct horse battery staple' };

if (serverUrl === undefined) it('two services share a database', (context) => context.skip(withoutServer));
else
  describe('two services on one database', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
    let store: Store;
    let shop: Awaited<ReturnType<typeof publishKeywords>>;
    let keys: IssuedKeys | null;
    let limitedKeys: IssuedKeys | null;
    let token: string;
    let [one, other]: ServiceNode[] = [];
    let services: ReturnType<typeof createServiceNodes>;

    const nodes = (): [ServiceNode, ServiceNode] => {
      if (!one || !other) throw new Error('The services are not running.');
      return [one, other];
    };
    const ask = async (node: ServiceNode | undefined, key = keys?.primary ?? ''): Promise<number> => {
      const answer = await fetch(`${node?.url}${shop.path}`, {
        headers: { 'ocp-apim-subscription-key': key },
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const rename = (node: ServiceNode | undefined, displayName: string): Promise<Response> =>
      fetch(`${node?.url}/admin/websites/luma`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'luma', displayName, language: 'en', synonyms: [] }),
      });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-services-'));
      created = await createServerDatabase();
      proxy = await openCuttableProxy(new URL(created.url));
      services = createServiceNodes(folder, waitMs);
      store = services.openStore('setup', created.url);
      shop = await publishKeywords(store, services.versions);
      const { website } = shop;
      const unlimited = aSubscription({ rate: null, quota: null });
      keys = store.subscriptions.put(website.id, 'test', unlimited).keys;
      const limited = aSubscription({ name: 'limited', rate: { calls: 20, perSeconds: 3_600 } });
      limitedKeys = store.subscriptions.put(website.id, 'test', limited).keys;
      const { operatorId } = await store.operators.put(
        website.id,
        'test',
        owner.email,
        'owner',
        owner.password,
      );
      token = store.accounts.issueToken(operatorId, 'test', 'script').clear;
      [one, other] = await Promise.all([
        services.start('one', created.url),
        services.start('other', proxy.url),
      ]);
    });
    afterAll(async () => {
      services.close();
      store.close();
      proxy.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('answer for the same shops, and follow changes of each other', async () => {
      expect(await Promise.all(nodes().map((node) => ask(node)))).toEqual([200, 200]);
      expect((await rename(one, 'Renamed')).status).toBe(200);
      await expect.poll(() => store.websites.byName('luma')?.displayName).toBe('Renamed');
      store.subscriptions.setState(shop.website.id, 'test', 1, 'suspended');
      for (const node of nodes()) await expect.poll(() => ask(node)).toBe(401);
      store.subscriptions.setState(shop.website.id, 'test', 1, 'active');
      for (const node of nodes()) await expect.poll(() => ask(node)).toBe(200);
    });

    it('admit no more calls together than the rate of a key', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, (_, at) => ask(nodes()[at % 2], limitedKeys?.primary)),
      );
      const admitted = statuses.filter((status) => status === 200).length;
      expect(admitted).toBeLessThanOrEqual(20);
      // Calls that were leased to one node and not made there.
      expect(admitted).toBeGreaterThan(10);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });

    it('serve while one of them is cut off from the database; it refuses changes until it is back', async () => {
      proxy.cut();
      expect(await ask(other)).toBe(200);
      await expect.poll(async () => (await rename(other, 'Lost')).status).toBe(503);
      expect((await rename(one, 'Kept')).status).toBe(200);
      expect(await ask(other)).toBe(200);
      proxy.mend();
      await expect.poll(async () => (await rename(other, 'Again')).status).toBe(200);
      await expect.poll(() => store.websites.byName('luma')?.displayName).toBe('Again');
    });

    it('lose nothing that was acknowledged when one is killed, and it comes back with everything', async () => {
      const acknowledged: string[] = [];
      const [victim] = nodes();
      for (let at = 0; at < 5; at += 1) {
        const name = `Number ${at}`;
        if ((await rename(victim, name)).ok) acknowledged.push(name);
      }
      await victim.kill();
      expect(await ask(other)).toBe(200);
      await expect.poll(() => store.websites.byName('luma')?.displayName).toBe('Number 4');
      const entries = store.audit.list(shop.website.id, 50).map(({ after }) => JSON.stringify(after));
      for (const name of acknowledged) expect(entries.some((entry) => entry.includes(name))).toBe(true);
      expect(acknowledged).toHaveLength(5);
      store.websites.put('test', aWebsite('second'));
      one = await services.start('one', created.url);
      expect(await ask(one)).toBe(200);
      const list = await fetch(`${one.url}/admin/websites/luma`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await list.json()).toMatchObject({ displayName: 'Number 4' });
    });
  });
