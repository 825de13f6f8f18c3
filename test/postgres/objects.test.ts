import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSharedPlaces, type SharedPlaces } from '../../src/compose-shared.ts';
import { readConfig } from '../../src/config.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Store } from '../../src/store/store.ts';
import { draft, publish, shop } from '../contract/shop.ts';
import { limits } from '../limits.ts';
import { openObjectServer } from '../support/objects/object-server.ts';
import { createNodeClient, type NodeClient } from '../support/postgres/node-client.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { type HeldFeed, openHeldFeed } from '../support/postgres/held-feed.ts';
import { aDataset, aSubscription, aWebsite } from '../support/store/test-shop.ts';

/* Two services with versions in object storage, which is stopped, hangs, and is missing; and one that is killed while it publishes. */

/** Milliseconds. A machine that runs many tests at once may be slow. */
const waitMs = 60_000;

if (serverUrl === undefined)
  it('two services share object storage', (context) => context.skip(withoutServer));
else
  describe('two services with versions in object storage', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let objectServer: Awaited<ReturnType<typeof openObjectServer>>;
    let services: ReturnType<typeof createServiceNodes>;
    let store: Store;
    let places: SharedPlaces;
    let engine: Engine;
    let [tracker, products, terms] = ['', '', ''];
    let key: string;
    let client: NodeClient;
    let feed: HeldFeed;
    let nodes: ServiceNode[] = [];

    const environment = (bucket = 'shop') => ({
      ...objectServer.environment,
      KINDRED_SHARED: '',
      KINDRED_OBJECTS: `s3://${bucket}/kindred`,
    });
    const start = (name: string, more: Readonly<Record<string, string>> = {}): Promise<ServiceNode> =>
      services.start(name, created.url, undefined, { ...environment(), ...more });
    const call = (node: ServiceNode | undefined, path: string, body?: unknown): Promise<Response> =>
      fetch(`${node?.url}${path}`, {
        headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
    const setPrice = async (node: ServiceNode | undefined, price: number): Promise<number> =>
      (await call(node, '/productData/product', { identifier: 'far', price })).status;
    const readPrice = async (node: ServiceNode | undefined): Promise<unknown> => {
      const answer = await call(node, `/productData/product/${tracker}/far`);
      return ((await answer.json()) as { record: { price?: number } }).record.price;
    };
    const readReady = async (node: ServiceNode): Promise<unknown> => {
      const answer = await fetch(`${node.url}/readyz`);
      const { version: _, ...body } = (await answer.json()) as { version: string };
      return { ...body, status: answer.status };
    };
    const readMetric = async (node: ServiceNode | undefined): Promise<string | undefined> =>
      /^kindred_object_storage_reachable (.+)$/m.exec(
        await (await fetch(`${node?.url}/metrics`)).text(),
      )?.[1];
    const listHere = (node: string, dataset: string): string[] =>
      readdirSync(join(folder, node, 'version-copies', dataset)).filter((name) => /^\d{8}T/.test(name));
    const diagnose = async (name: string) => {
      const { code, findings } = await services.doctor(name, created.url, environment());
      return { code, failed: findings.filter(({ result }) => result === 'fail').map(({ check }) => check) };
    };
    const findState = async (id: string): Promise<string | undefined> =>
      (await client.listImports(nodes[0], 'terms')).find((job) => job.id === id)?.state;
    const findLive = async (dataset: string): Promise<string | null | undefined> =>
      (await places.rows.list(dataset))[0]?.live;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-objects-'));
      created = await createServerDatabase();
      objectServer = await openObjectServer(join(folder, 'served'), 'shop');
      services = createServiceNodes(folder, waitMs);
      store = await services.openStore('setup', created.url);
      const website = await store.websites.put('test', aWebsite('luma'));
      ({ tracker } = website);
      const dataset = await store.datasets.put(website.id, 'test', aDataset());
      feed = await openHeldFeed('keyword,count\ntent,5\nrope,4\n');
      const source = { file: null, url: feed.url, images: null, auth: null, schedule: null };
      const words = { name: 'terms', kind: 'keywords', source, fields: [], productsId: null, model: null };
      terms = (await store.datasets.put(website.id, 'test', { ...words, kind: 'keywords' })).tracker;
      const subscription = aSubscription({ kind: 'ingest', rate: null, quota: null });
      key = (await store.subscriptions.put(website.id, 'test', subscription)).keys?.primary ?? '';
      const password = 'correct horse battery staple';
      const owner = ['anna@shop.example', 'owner', password] as const;
      const { operatorId } = await store.operators.put(website.id, 'test', ...owner);
      client = createNodeClient(
        (await store.accounts.issueToken(operatorId, 'test', 'script')).clear,
        'luma',
      );
      const config = readConfig({
        ...environment(),
        KINDRED_STORE: 'postgres',
        KINDRED_DATABASE_URL: created.url,
        KINDRED_DATABASE_WAIT_MS: String(waitMs),
      });
      const opened = await openSharedPlaces(config);
      if (opened === null) throw new Error('There is no object storage.');
      places = opened;
      const shared = { ...places, check: async () => undefined };
      engine = await openEmbeddedEngine({ folder: join(folder, 'setup-versions'), shared });
      await publish(engine, dataset.tracker, draft, shop);
      await store.installation.noteLive(dataset.tracker, engine.products(dataset.tracker)?.version ?? '');
      tracker = website.tracker;
      nodes = await Promise.all([start('one'), start('other')]);
      products = dataset.tracker;
    });
    afterAll(async () => {
      services.close();
      feed.close();
      await engine.close();
      await places.close();
      objectServer.close();
      store.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('serve what another machine published, and follow live changes of each other', async () => {
      for (const node of nodes) expect(await readReady(node)).toEqual({ status: 200 });
      for (const name of ['one', 'other']) expect(listHere(name, products)).toHaveLength(1);
      for (const [at, node] of nodes.entries()) {
        expect(await setPrice(node, 200 + at)).toBe(200);
        for (const each of nodes) await expect.poll(() => readPrice(each)).toBe(200 + at);
      }
      expect(await diagnose('one')).toEqual({ code: 0, failed: [] });
    });

    it('publish on one what the other serves, and remove what nobody needs', async () => {
      const { id } = await client.startImport(nodes[0], 'terms');
      await expect.poll(() => feed.waiting()).toBe(1);
      feed.release();
      await expect.poll(() => findState(id), { timeout: limits.processes }).toBe('published');
      const live = await findLive(terms);
      await expect.poll(() => listHere('other', terms)).toEqual([live]);
      await publish(engine, products, draft, shop);
      const before = await places.objects.list(products);
      await publish(engine, products, draft, shop);
      // The same content is not stored again.
      for (const stored of await places.objects.list(products)) expect(before).toContain(stored);
      expect(await engine.verify(products)).toEqual([]);
      for (const node of nodes) await expect.poll(() => readPrice(node)).toBe(201);
    });

    it('answer and accept live changes while it is away; imports are refused', async () => {
      await objectServer.stop();
      for (const node of nodes) await expect.poll(() => readMetric(node)).toBe('0');
      for (const [at, node] of nodes.entries()) {
        expect(await setPrice(node, 300 + at)).toBe(200);
        for (const each of nodes) await expect.poll(() => readPrice(each)).toBe(300 + at);
        expect(await client.tryStart(node, 'terms')).toBe(503);
        await expect
          .poll(() => readReady(node))
          .toEqual({ status: 200, warnings: ['the object storage is away: imports are refused'] });
      }
      expect(await diagnose('one')).toEqual({ code: 8, failed: ['object storage'] });
      // A node needs nothing of it to start again, and a new one is not ready.
      await nodes[1]?.stop();
      nodes[1] = await start('other');
      expect(await readPrice(nodes[1])).toBe(301);
      const third = await start('third');
      expect(await readReady(third)).toMatchObject({
        status: 503,
        waitingFor: ['the object storage', 'the live versions of 2 datasets'],
      });
      await objectServer.start();
      await expect.poll(() => readReady(third)).toEqual({ status: 200 });
      expect(await readPrice(third)).toBe(301);
      await third.stop();
      for (const node of nodes) await expect.poll(() => readMetric(node)).toBe('1');
    });

    it('publish all or nothing when one is killed in the middle, and slow storage costs time only', async () => {
      const before = await findLive(terms);
      feed.change('keyword,count\ntent,5\nrope,4\nstove,3\n');
      const writes = objectServer.writes();
      objectServer.slowDown(3_000);
      const { id } = await client.startImport(nodes[0], 'terms');
      await expect.poll(() => objectServer.writes(), { timeout: limits.processes }).toBeGreaterThan(writes);
      await nodes[0]?.kill();
      expect(await findLive(terms)).toBe(before);
      expect(await readPrice(nodes[1])).toBe(301);
      expect(await setPrice(nodes[1], 302)).toBe(200);
      nodes[0] = await start('one');
      await expect.poll(() => findState(id), { timeout: limits.processes }).toBe('published');
      const after = await findLive(terms);
      expect(after).not.toBe(before);
      for (const name of ['one', 'other']) await expect.poll(() => listHere(name, terms)).toContain(after);
      expect(await engine.verify(terms)).toEqual([]);
      for (const node of nodes) await expect.poll(() => readPrice(node)).toBe(302);
      objectServer.slowDown(0);
    });

    it('take over the versions of a folder that nodes shared before', async () => {
      const website = await store.websites.put('test', aWebsite('old'));
      const dataset = await store.datasets.put(website.id, 'test', aDataset());
      const earlier = await openEmbeddedEngine({ folder: services.versions });
      const { version } = await publish(earlier, dataset.tracker, draft, shop);
      await earlier.change(dataset.tracker, [
        { kind: 'update', at: Date.now(), identifier: 'far', set: { price: 7 } },
      ]);
      const identifier = await places.objects.get('kindred-installation');
      writeFileSync(join(services.shared, 'kindred-installation'), identifier ?? '');
      const third = await start('third', { KINDRED_SHARED: services.shared });
      await expect.poll(() => findLive(dataset.tracker)).toBe(version);
      await expect.poll(() => listHere('other', dataset.tracker)).toEqual([version]);
      const late = earlier.change(dataset.tracker, [{ kind: 'remove', at: Date.now(), identifier: 'far' }]);
      await expect(late).rejects.toMatchObject({ code: 'unavailable' });
      await expect.poll(async () => (await engine.product(dataset.tracker, 'far'))?.price).toBe(7);
      await earlier.close();
      await third.stop();
    });

    it('say what to do about a bucket that does not exist', async () => {
      const lost = await start('lost', environment('missing'));
      expect(await readReady(lost)).toMatchObject({
        status: 503,
        waitingFor: ['the object storage', expect.anything()],
      });
      expect(await client.tryStart(lost, 'terms')).toBe(503);
      // An alert rule fires on it: test/ops/alerts.rules.yml.
      expect(await readMetric(lost)).toBe('0');
      await lost.stop();
    });
  });
