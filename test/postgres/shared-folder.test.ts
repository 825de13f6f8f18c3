import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { openPool } from '../../src/postgres/open-pool.ts';
import type { Store } from '../../src/store/store.ts';
import { draft, publish, shop } from '../contract/shop.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createNodeClient, type NodeClient } from '../support/postgres/node-client.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aDataset, aSubscription, aWebsite } from '../support/store/test-shop.ts';

/* Two services whose shared folder is unmounted, replaced by another one, and mounted again. */

/** Milliseconds. A machine that runs many tests at once may be slow. */
const waitMs = 60_000;

type Ready = { readonly status: number; readonly waitingFor?: string[]; readonly warnings?: string[] };

if (serverUrl === undefined) it('two services share a folder', (context) => context.skip(withoutServer));
else
  describe('two services on one shared folder', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
    let services: ReturnType<typeof createServiceNodes>;
    let store: Store;
    let tracker: string;
    let keys: { readonly feeds: string; readonly shop: string };
    let client: NodeClient;
    let nodes: ServiceNode[] = [];
    let lastPrice = 100;

    const call = async (node: ServiceNode, path: string, key: string, body?: unknown): Promise<Response> =>
      fetch(`${node.url}${path}`, {
        headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
    /** The status and the text of the answer. */
    const setPrice = async (node: ServiceNode, price: number): Promise<[number, string]> => {
      const answer = await call(node, '/productData/product', keys.feeds, { identifier: 'far', price });
      return [answer.status, await answer.text()];
    };
    const readPrice = async (node: ServiceNode): Promise<unknown> => {
      const answer = await call(node, `/productData/product/${tracker}/far`, keys.feeds);
      return ((await answer.json()) as { record: { price?: number } }).record.price;
    };
    const sendEvent = async (node: ServiceNode): Promise<number> => {
      const event = { client_id: 'a', query_id: 'q', user_query: 'map', timestamp: new Date().toISOString() };
      return (await call(node, '/events', keys.shop, [event])).status;
    };
    const readReady = async (node: ServiceNode): Promise<Ready> => {
      const answer = await fetch(`${node.url}/readyz`);
      const { version: _, ...body } = (await answer.json()) as { version: string };
      return { ...body, status: answer.status };
    };
    const readMetric = async (node: ServiceNode, name: string): Promise<string | undefined> =>
      new RegExp(`^${name} (.+)$`, 'm').exec(await (await fetch(`${node.url}/metrics`)).text())?.[1];
    const diagnose = async (name: string, url: string) => {
      const { code, findings } = await services.doctor(name, url);
      return { code, failed: findings.filter(({ result }) => result === 'fail').map(({ check }) => check) };
    };
    const away = (): string => `${services.shared}.away`;
    /** As `umount` does: the folder of the mount point is empty. */
    const takeAway = (leavesFolder: boolean): void => {
      renameSync(services.shared, away());
      if (leavesFolder) mkdirSync(services.shared);
    };
    const bringBack = (): void => {
      rmSync(services.shared, { recursive: true, force: true });
      renameSync(away(), services.shared);
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-shared-'));
      created = await createServerDatabase();
      proxy = await openCuttableProxy(new URL(created.url));
      services = createServiceNodes(folder, waitMs);
      store = await services.openStore('setup', created.url);
      const website = await store.websites.put('test', aWebsite('luma'));
      ({ tracker } = website);
      const dataset = await store.datasets.put(website.id, 'test', aDataset());
      const issue = async (name: string, kind: 'secret' | 'ingest'): Promise<string> => {
        const subscription = aSubscription({ name, kind, rate: null, quota: null });
        return (await store.subscriptions.put(website.id, 'test', subscription)).keys?.primary ?? '';
      };
      keys = { feeds: await issue('feeds', 'ingest'), shop: await issue('shop', 'secret') };
      const password = 'correct horse battery staple';
      const { operatorId } = await store.operators.put(
        website.id,
        'test',
        'anna@shop.example',
        'owner',
        password,
      );
      client = createNodeClient(
        (await store.accounts.issueToken(operatorId, 'test', 'script')).clear,
        'luma',
      );
      const engine = await openEmbeddedEngine({ folder: services.versions });
      await publish(engine, dataset.tracker, draft, shop);
      await engine.close();
      nodes = await Promise.all([services.start('one', created.url), services.start('other', proxy.url)]);
    });
    afterAll(async () => {
      services.close();
      store.close();
      proxy.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('know their folder by an identifier in it, and which versions must be live', async () => {
      for (const node of nodes) expect(await readReady(node)).toEqual({ status: 200 });
      const identifier = readFileSync(join(services.shared, 'kindred-installation'), 'utf8').trim();
      await expect.poll(() => store.installation.sharedFolder()).toBe(identifier);
      await expect.poll(() => store.installation.live()).toHaveLength(1);
    });

    it.each([
      ['an empty folder is in its place', true],
      ['nothing is in its place', false],
    ])('refuse what they would store while it is away and %s', async (_case, leavesFolder) => {
      const before = await Promise.all(nodes.map(readPrice));
      takeAway(leavesFolder);
      try {
        for (const node of nodes) {
          const [status, text] = await setPrice(node, 333);
          expect([status, text]).toEqual([
            503,
            expect.stringContaining('The folder that the nodes share is away.'),
          ]);
          expect(await sendEvent(node)).toBe(503);
          expect(await client.tryStart(node, 'catalogue')).toBe(503);
          await expect
            .poll(() => readReady(node))
            .toMatchObject({
              status: 200,
              warnings: ['this node lacks the shared folder'],
            });
          expect(await readMetric(node, 'kindred_shared_folder_reachable')).toBe('0');
        }
        expect(await Promise.all(nodes.map(readPrice))).toEqual(before);
        expect(existsSync(services.shared)).toBe(leavesFolder);
        if (leavesFolder) expect(readdirSync(services.shared)).toEqual([]);
      } finally {
        bringBack();
      }
      for (const node of nodes) {
        lastPrice += 1;
        expect((await setPrice(node, lastPrice))[0]).toBe(200);
        for (const each of nodes) await expect.poll(() => readPrice(each)).toBe(lastPrice);
        expect(await sendEvent(node)).toBe(202);
        await expect.poll(() => readReady(node)).toEqual({ status: 200 });
        expect(await readMetric(node, 'kindred_shared_folder_reachable')).toBe('1');
      }
    });

    it('are not ready when they start without it, and become so when it is back', async () => {
      takeAway(true);
      let third: ServiceNode;
      try {
        third = await services.start('third', created.url);
        expect(await readReady(third)).toMatchObject({
          status: 503,
          waitingFor: ['the shared folder', 'the live versions of 1 datasets'],
        });
        expect(await diagnose('one', created.url)).toEqual({ code: 8, failed: ['shared folder'] });
        expect(readdirSync(services.shared)).toEqual([]);
      } finally {
        bringBack();
      }
      expect(await diagnose('one', created.url)).toEqual({ code: 0, failed: [] });
      await expect.poll(() => readReady(third)).toEqual({ status: 200 });
      expect(await readPrice(third)).toBe(lastPrice);
      await third.stop();
    });

    it('are not ready while something that must be live is not there', async () => {
      const missing = join(services.versions, 'missing');
      const live = store.installation.live()[0]?.dataset ?? '';
      renameSync(join(services.versions, live), missing);
      let third: ServiceNode;
      try {
        third = await services.start('third', created.url);
        expect(await readReady(third)).toMatchObject({
          status: 503,
          waitingFor: ['the live versions of 1 datasets'],
        });
      } finally {
        renameSync(missing, join(services.versions, live));
      }
      await expect.poll(() => readReady(third)).toEqual({ status: 200 });
      await third.stop();
    });

    it('say so when they are cut off from the database', async () => {
      const [, other] = nodes;
      if (other === undefined) throw new Error('The services are not running.');
      expect(await readMetric(other, 'kindred_store_reachable')).toBe('1');
      proxy.cut();
      await expect
        .poll(() => readReady(other))
        .toMatchObject({
          status: 200,
          warnings: [expect.stringContaining('the database of the settings is away')],
        });
      expect(await readMetric(other, 'kindred_store_reachable')).toBe('0');
      expect(await diagnose('other', proxy.url)).toEqual({ code: 8, failed: ['database'] });
      proxy.mend();
      await expect.poll(() => readReady(other)).toEqual({ status: 200 });
      expect(await readMetric(other, 'kindred_store_reachable')).toBe('1');
    });

    it('refuse a database that a newer release has written', async () => {
      const pool = openPool({ url: created.url, connections: 1 });
      await pool.script(`
        UPDATE kindred.store_state SET revision = revision + 1;
        UPDATE kindred.store_row
        SET content = jsonb_set(content, '{value}', '"{\\"format\\":99,\\"release\\":\\"9.1.0\\"}"'),
          revision = (SELECT revision FROM kindred.store_state)
        WHERE table_name = 'meta' AND key = '["data_format"]'`);
      await pool.close();
      await expect(services.start('late', created.url)).rejects.toThrow(
        /written by release 9\.1\.0 \(data format 99\).*knows data formats up to/s,
      );
    });
  });
