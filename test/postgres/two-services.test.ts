import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../../src/embedder/open/open-model.ts';
import { openPictureQueue } from '../../src/imports/spread/picture-queue.ts';
import { nameKind } from '../../src/imports/spread/spread-embedder.ts';
import { decodeVectors, hashBytes, openVectorCache } from '../../src/ingest/pictures/picture-caches.ts';
import { openPool } from '../../src/postgres/open-pool.ts';
import { sql } from '../../src/postgres/sql.ts';
import type { IssuedKeys, Store } from '../../src/store/store.ts';
import { publishKeywords } from '../support/cli/served-folder.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { createPublishing } from '../../src/imports/publishing.ts';
import { createShopperBehaviour } from '../../src/learning/shop/behaviour.ts';
import { createShopLearning } from '../../src/learning/shop/shop-learning.ts';
import { limits } from '../limits.ts';
import { picture, shirt, shoe } from '../support/embedder/pictures.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { type HeldFeed, openHeldFeed } from '../support/postgres/held-feed.ts';
import { createNodeClient, type NodeClient } from '../support/postgres/node-client.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aSubscription } from '../support/store/test-shop.ts';

/* Two services with data folders of their own, one database, and one folder of versions. */

/** A setting of the services, which has a maximum of 600,000. A machine that runs many tests at once may be slow. */
const waitMs = 300_000;
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
    let operatorId: number;
    let token: string;
    let feed: HeldFeed;
    let client: NodeClient;
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

    const listVersions = async (dataset: string) => {
      const engine = await openEmbeddedEngine({ folder: services.versions });
      const versions = await engine.versions(store.datasets.byName(shop.website.id, dataset)?.tracker ?? '');
      await engine.close();
      return versions;
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-services-'));
      created = await createServerDatabase();
      proxy = await openCuttableProxy(new URL(created.url));
      services = createServiceNodes(folder, waitMs);
      store = await services.openStore('setup', created.url);
      shop = await publishKeywords(store, services.versions);
      const { website } = shop;
      const unlimited = aSubscription({ rate: null, quota: null });
      keys = (await store.subscriptions.put(website.id, 'test', unlimited)).keys;
      const limited = aSubscription({ name: 'limited', rate: { calls: 20, perSeconds: 3_600 } });
      limitedKeys = (await store.subscriptions.put(website.id, 'test', limited)).keys;
      const { email, password } = owner;
      ({ operatorId } = await store.operators.put(website.id, 'test', email, 'owner', password));
      token = (await store.accounts.issueToken(operatorId, 'test', 'script')).clear;
      client = createNodeClient(token, website.name);
      feed = await openHeldFeed('keyword,count\ntent,5\nrope,4\n');
      await store.datasets.put(website.id, 'test', {
        name: 'terms',
        kind: 'keywords',
        source: { file: null, url: feed.url, images: null, auth: null, schedule: null },
        fields: [],
        productsId: null,
        model: null,
      });
      [one, other] = await Promise.all([
        services.start('one', created.url),
        services.start('other', proxy.url),
      ]);
    });
    afterAll(async () => {
      services.close();
      feed.close();
      store.close();
      proxy.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('answer for the same shops, and follow changes of each other', async () => {
      expect(await Promise.all(nodes().map((node) => ask(node)))).toEqual([200, 200]);
      expect((await rename(one, 'Renamed')).status).toBe(200);
      await expect.poll(() => store.websites.byName('luma')?.displayName).toBe('Renamed');
      await store.subscriptions.setState(shop.website.id, 'test', 1, 'suspended');
      for (const node of nodes()) await expect.poll(() => ask(node)).toBe(401);
      await store.subscriptions.setState(shop.website.id, 'test', 1, 'active');
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
      one = await services.start('one', created.url);
      expect(await ask(one)).toBe(200);
      const list = await fetch(`${one.url}/admin/websites/luma`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await list.json()).toMatchObject({ displayName: 'Number 4' });
    });

    it('list an import that one was asked for on both, and the other one stops it', async () => {
      const { id } = await client.startImport(one, 'terms');
      await expect.poll(() => feed.waiting()).toBe(1);
      expect(await client.listImports(other, 'terms')).toMatchObject([{ id, state: 'queued' }]);
      expect(await client.tryStart(other, 'terms')).toBe(409);
      expect(await client.cancelImport(other, 'terms', id)).toBe(204);
      await expect.poll(() => feed.waiting()).toBe(0);
      for (const node of nodes())
        expect(await client.listImports(node, 'terms')).toMatchObject([{ id, state: 'cancelled' }]);
    });

    it('count what both were asked', async () => {
      const path = shop.path.replace('shirt', 'zebra%20finch');
      const headers = { 'ocp-apim-subscription-key': keys?.primary ?? '' };
      for (const node of [one, one, other]) await (await fetch(`${node?.url}${path}`, { headers })).text();
      for (const node of nodes())
        await expect
          .poll(async () => JSON.stringify(await client.analytics(node)))
          .toContain('{"text":"zebra finch","count":3}');
    });

    // Before there are events: a node that learns from them publishes versions of its own.
    it('finish an import of a node that is killed, and publish it once', async () => {
      feed.hold();
      const versionsBefore = (await listVersions('terms')).length;
      const before = feed.requests();
      const { id } = await client.startImport(one, 'terms');
      await expect.poll(() => feed.requests()).toBe(before + 1);
      await one?.kill();
      feed.release();
      // By its own clock the database waits for 15 seconds.
      const pool = openPool({
        url: created.url,
        connections: 1,
        statementTimeoutMs: waitMs,
        answerTimeoutMs: waitMs,
      });
      await pool.script(`UPDATE kindred.import_lease SET until = now() - interval '1 second'`);
      await pool.close();
      await expect
        .poll(async () => (await client.listImports(other, 'terms')).find((job) => job.id === id)?.state, {
          // A right that was renewed at the last moment ends by itself, and another process starts for the import.
          timeout: limits.processes,
        })
        .toBe('published');
      const versions = await listVersions('terms');
      expect(versions.length - versionsBefore).toBe(1);
      expect(versions.find(({ live }) => live)?.size).toBeGreaterThanOrEqual(2);
      one = await services.start('one', created.url);
    });

    it('learn once from what shoppers did, whichever of them received it', async () => {
      const at = Date.now();
      const send = (node: ServiceNode | undefined, shopper: string): Promise<Response> =>
        fetch(`${node?.url}/events`, {
          method: 'POST',
          headers: { 'ocp-apim-subscription-key': keys?.primary ?? '', 'content-type': 'application/json' },
          body: JSON.stringify(
            ['compass', 'map'].map((query, place) => ({
              client_id: shopper,
              query_id: `${shopper}-${query}`,
              user_query: query,
              timestamp: new Date(at - 60_000 + place * 1_000).toISOString(),
            })),
          ),
        });
      // A page that got no answer sends again, and may reach another node.
      const answers = [await send(one, 'a'), await send(other, 'b'), await send(other, 'a')];
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      const behaviour = createShopperBehaviour(services.shared, () => new Date(at));
      let events = 0;
      for await (const { shopper } of behaviour.log(shop.website).read()) events += shopper === '' ? 0 : 1;
      expect(events).toBe(4);
      const engine = await openEmbeddedEngine({ folder: services.versions });
      try {
        const publishing = createPublishing({
          store,
          behaviour,
          engine,
          embedder: () => Promise.reject(new Error('Nothing is embedded here.')),
          dataDir: services.shared,
          fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
          now: () => new Date(at),
        });
        await createShopLearning({ store, behaviour, publishing, dataDir: services.shared }).learn(
          shop.website,
        );
      } finally {
        await engine.close();
      }
      const path = shop.path.replace('shirt', 'compass');
      const headers = { 'ocp-apim-subscription-key': keys?.primary ?? '' };
      for (const node of nodes())
        await expect
          .poll(async () => (await fetch(`${node.url}${path}`, { headers })).text())
          .toContain('map');
    });

    it('embed pictures together, with the vectors of one, also when one is killed', async () => {
      const folderOf = join(folder, 'pictures');
      mkdirSync(folderOf);
      const pictures = new Map<string, Buffer>();
      const draw = async (count: number): Promise<[string, Buffer][]> => {
        const drawn: [string, Buffer][] = [];
        for (let at = pictures.size; drawn.length < count; at += 1) {
          const colour = `rgb(${at % 200}, ${Math.floor(at / 200) % 200}, 90)`;
          const bytes = await picture(colour, at % 2 === 0 ? shirt : shoe)
            .png()
            .toBuffer();
          drawn.push([hashBytes(bytes), bytes]);
        }
        for (const [hash, bytes] of drawn) pictures.set(hash, bytes);
        return drawn;
      };
      const embedder = await openDefaultEmbedder({ processes: 1 });
      const database = openPool({ url: created.url, statementTimeoutMs: waitMs, answerTimeoutMs: waitMs });
      const queue = openPictureQueue({ database, node: 'test' });
      try {
        const ofFeed = await draw(12);
        for (const [hash, bytes] of ofFeed) writeFileSync(join(folderOf, `${hash}.png`), bytes);
        const rows = ofFeed.map(
          ([hash], at) => `p${at},Thing ${at},https://shop.example/${at},5,${hash}.png`,
        );
        writeFileSync(join(folder, 'feed.csv'), `id,title,link,price,image\n${rows.join('\n')}\n`);
        await store.datasets.put(shop.website.id, 'test', {
          name: 'pictured',
          kind: 'products',
          source: { file: join(folder, 'feed.csv'), url: null, images: folderOf, auth: null, schedule: null },
          fields: [],
          productsId: null,
          model: null,
        });
        await expect.poll(() => client.tryList(one, 'pictured')).toBe(200);
        await client.startImport(one, 'pictured');
        const readState = async () => (await client.listImports(other, 'pictured'))[0]?.state;
        await expect.poll(readState, { timeout: limits.processes }).toBe('published');
        const asked = { kind: nameKind(embedder), source: null };
        const ask = async (count: number): Promise<void> => {
          for (const [hash, bytes] of await draw(count)) await queue.ask(asked, hash, bytes);
        };
        const countHelpers = async (): Promise<number> => {
          await ask(8);
          const found = await database.query(sql`SELECT FROM kindred.embedding_node WHERE embedded > 0`);
          return found.length;
        };
        await expect.poll(countHelpers, { timeout: limits.processes, interval: 500 }).toBe(2);
        await ask(24);
        await one?.kill();
        const cache = openVectorCache(join(services.shared, 'pictures'), embedder.model);
        const found = new Map(ofFeed.map(([hash]) => [hash, cache.get(hash)]));
        const collect = async (): Promise<number> => {
          for (const { hash, vectors } of await queue.collect(asked.kind, [...pictures.keys()]))
            found.set(hash, vectors && decodeVectors(vectors));
          return found.size;
        };
        await expect.poll(collect, { timeout: limits.processes }).toBe(pictures.size);
        const expected = await embedder.embed([...pictures.values()]);
        expect([...pictures.keys()].map((hash) => found.get(hash))).toEqual(
          expected.map((result) => result.ok && result.embedding),
        );
      } finally {
        await database.close();
        await embedder.close();
      }
    });
  });
