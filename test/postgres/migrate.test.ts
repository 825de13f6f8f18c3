import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConfiguration, openEngineOf } from '../../src/compose.ts';
import { composeServing } from '../../src/compose-serving.ts';
import { openMigration } from '../../src/compose-migration.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { configOf, environmentOf, type Layout } from '../../src/migration/layouts.ts';
import {
  cancelMigration,
  inspectMigration,
  runMigration,
  type StepName,
  stepNames,
} from '../../src/migration/migrate.ts';
import { createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { fillShop } from '../support/migration/small-shop.ts';
import { aWebsite } from '../support/store/test-shop.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

/* A whole installation moves to PostgreSQL and back, and is killed after each step on its way. */

class Killed extends Error {}

if (serverUrl === undefined)
  it('an installation moves to PostgreSQL', (context) => context.skip(withoutServer));
else
  describe.each(['KINDRED_SHARED', 'KINDRED_OBJECTS'])('an installation with %s', (place) => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let config: Config;
    let shop: Awaited<ReturnType<typeof fillShop>>;

    const open = (from: Layout, to: Layout, reachStep: (step: StepName) => void = () => undefined) =>
      openMigration(config, { from, to, progress: () => undefined, reachStep });
    /** A killed process cleans up nothing. */
    const killAfter = async (from: Layout, to: Layout, last: StepName): Promise<void> => {
      const parts = await open(from, to, (step) => {
        if (step === last) throw new Killed(step);
      });
      const accept = async (): Promise<void> => undefined;
      const killed = { ...parts, store: { ...parts.store, accept }, versions: { ...parts.versions, accept } };
      await expect(runMigration(killed)).rejects.toThrow(Killed);
      await parts.close();
    };
    const move = async (from: Layout, to: Layout) => {
      const parts = await open(from, to);
      try {
        return await runMigration(parts);
      } finally {
        await parts.close();
      }
    };
    /** What an operator and a caller see of a place. */
    const look = async (layout: Layout, used: number) => {
      const own = configOf(layout, config);
      const store = await openConfiguration(own);
      const engine = await openEngineOf(own);
      const serving = await composeServing(own, (error) => {
        throw error;
      });
      const reader = engine.products(shop.products.tracker);
      // A node reads the totals after its start.
      await expect.poll(() => serving.usage.quotaUsed(shop.subscription, new Date())).toBe(used);
      const seen = {
        boxes: store.boxes.list(shop.website.id),
        websiteOfKey: store.directory().subscriptionByKey(shop.key)?.websiteId,
        audit: store.audit.list(shop.website.id, 100),
        broken: store.audit.verify(),
        rows: (await reader?.rows(['p00003', 'new', 'late']))?.map(({ identifier }) => identifier),
        version: reader?.version,
        words: await engine
          .keywords(shop.keywords.tracker)
          ?.suggest({ pattern: 'jacket', size: 5, directions: ['refine', 'next'] }),
      };
      await serving.close();
      await engine.close();
      store.close();
      return seen;
    };
    const countCalls = async (layout: Layout, calls: number): Promise<void> => {
      const serving = await composeServing(configOf(layout, config), (error) => {
        throw error;
      });
      for (let at = 0; at < calls; at += 1) serving.limiter.admit(shop.subscription, Date.now());
      await serving.close();
    };
    const put = (identifier: string) => ({
      kind: 'put' as const,
      at: 1,
      product: createProduct(identifier),
      picture: null,
    });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-migrate-'));
      mkdirSync(join(folder, 'shared'));
      created = await createServerDatabase();
      config = readConfig({
        KINDRED_DATA: join(folder, 'data'),
        [place]: join(folder, 'shared'),
        KINDRED_DATABASE_URL: created.url,
        KINDRED_DATABASE_WAIT_MS: '20000',
        KINDRED_SECRET_KEY: 'ab'.repeat(32),
      });
      const own = configOf('files', config);
      const store = await openConfiguration(own);
      const engine = await openEngineOf(own);
      shop = await fillShop(store, engine, 40);
      await engine.change(shop.products.tracker, [put('new')]);
      await engine.close();
      store.close();
      await countCalls('files', 7);
    });
    afterAll(async () => {
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('says before what it would move, and changes nothing', async () => {
      const parts = await open('files', 'mixed');
      expect(await inspectMigration(parts)).toMatchObject({ datasets: 2, versions: 2 });
      expect(await parts.journal.read()).toBeNull();
      await expect(cancelMigration(parts)).rejects.toMatchObject({ code: 'not-found' });
      await parts.close();
    });

    it('moves to several machines, killed after each step, and answers there as before', async () => {
      const before = await look('files', 7);
      expect(before).toMatchObject({ broken: null, rows: ['p00003', 'new'] });
      for (const step of stepNames) await killAfter('files', 'mixed', step);
      expect(await move('files', 'mixed')).toMatchObject({ datasets: 2, versions: 2 });
      expect(await look('mixed', 7)).toEqual(before);
      expect(environmentOf('mixed', config)).toEqual({
        KINDRED_STORE: 'postgres',
        [place]: join(folder, 'shared'),
      });
    });

    it('refuses changes at the old place afterwards; calls that were counted there are moved later', async () => {
      const store = await openConfiguration(configOf('files', config));
      const engine = await openEngineOf(configOf('files', config));
      await expect(() => store.websites.put('test', aWebsite('lost'))).rejects.toThrow('moved');
      // A node on the same data folder writes into the copy; the old service sees it, and still cannot.
      const node = await openConfiguration(configOf('mixed', config));
      await node.websites.put('test', aWebsite('second'));
      node.close();
      expect(store.websites.byName('second')?.name).toBe('second');
      await expect(() => store.websites.put('test', aWebsite('lost'))).rejects.toThrow('moved');
      const { tracker } = shop.products;
      await expect(engine.change(tracker, [put('lost')])).rejects.toMatchObject({ code: 'unavailable' });
      await engine.close();
      store.close();
      await countCalls('files', 4);
      const parts = await open('files', 'mixed');
      expect(parts.record.state).toBe('done');
      expect([await parts.store.moveUsage(), await parts.store.moveUsage()]).toEqual([4, 0]);
      await parts.close();
      await look('mixed', 11);
    });

    it('moves back, killed after the steps that change something, with what was changed meanwhile', async () => {
      const own = configOf('mixed', config);
      const store = await openConfiguration(own);
      await store.websites.put('test', { ...shop.website, displayName: 'Changed there' });
      store.close();
      const engine = await openEngineOf(own);
      await engine.change(shop.products.tracker, [put('late')]);
      await engine.close();
      await countCalls('mixed', 5);
      const before = await look('mixed', 16);
      for (const step of ['refuse', 'settings', 'usage', 'finish'] as const)
        await killAfter('mixed', 'files', step);
      await move('mixed', 'files');
      const after = await look('files', 16);
      expect(after).toEqual(before);
      expect(after).toMatchObject({ broken: null, rows: ['p00003', 'new', 'late'] });
      const returned = await openConfiguration(configOf('files', config));
      expect(returned.websites.byName('luma')?.displayName).toBe('Changed there');
      await returned.websites.put('test', { ...shop.website, displayName: 'Changed here' });
      returned.close();
    });

    it('does not go on where a copy is not what is live: the old place serves and accepts changes', async () => {
      const parts = await open('files', 'mixed');
      expect(await parts.findDifferences()).toEqual([]);
      const { tracker } = shop.products;
      const isFolder = place === 'KINDRED_SHARED';
      const dataset = join(folder, 'shared', isFolder ? 'versions' : '', tracker);
      const refuse = async (): Promise<void> => {
        await parts.versions.refuse();
        rmSync(join(folder, 'data', 'version-copies'), { recursive: true, force: true });
        for (const name of readdirSync(dataset, { recursive: true, encoding: 'utf8' }))
          if (!isFolder || name.endsWith('.bin')) appendFileSync(join(dataset, name), 'damage');
      };
      const failing = { ...parts, versions: { ...parts.versions, refuse } };
      await expect(runMigration(failing)).rejects.toMatchObject({ code: 'conflict' });
      const engine = await openEngineOf(configOf('files', config));
      await engine.change(shop.products.tracker, [put('kept')]);
      await engine.close();
      await cancelMigration(parts);
      await parts.close();
      const store = await openConfiguration(configOf('files', config));
      await store.websites.put('test', { ...shop.website, displayName: 'Still here' });
      store.close();
    });
  });
