import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngineOf } from '../../src/compose.ts';
import type { Config } from '../../src/config.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createJournal, listShown, lookForPrice, writePrice } from '../threads/journal.ts';
import { endThread, startThreadService } from '../threads/thread-service.ts';
import { send } from '../torture/support/load.ts';
import { keyHeader, readMetric, searchPath, type TortureService } from '../torture/support/service.ts';
import { createShops, publishProducts, type TortureShop } from '../torture/support/shops.ts';

/* Two threads of a service answer from PostgreSQL. */

/** Enough that each thread gets some of them. */
const connections = 32;

if (serverUrl === undefined) it('threads answer from PostgreSQL', (context) => context.skip(withoutServer));
else
  describe('a service with two threads on the PostgreSQL engine', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
    let config: Config;
    let shop: TortureShop;
    let service: TortureService;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-postgres-threads-'));
      created = await createServerDatabase();
      proxy = await openCuttableProxy(new URL(created.url));
      const environment = { KINDRED_ENGINE: 'postgres', KINDRED_DATABASE_URL: created.url };
      const { shops, ...opened } = await createShops(folder, ['north'], 60, { environment });
      [config, shop] = [opened.config, shops[0] as TortureShop];
      const settings = { ...environment, KINDRED_DATABASE_URL: proxy.url };
      service = await startThreadService(config.dataDir, { ...settings, KINDRED_CACHE_MB: '0' });
    });
    afterAll(async () => {
      await service.stop('SIGKILL');
      proxy.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    const callAll = async (identifier = 'p3') => {
      const call = { port: service.port, path: searchPath(shop, identifier), headers: keyHeader(shop.key) };
      const sendOne = () => send(new Agent({ keepAlive: false }), call);
      return Promise.all(Array.from({ length: connections }, sendOne));
    };
    /** Different answers to the same question, as callers see them. */
    const listAnswers = async (): Promise<string[]> => [
      ...new Set((await callAll()).map(({ status, body }) => `${status} ${body}`)),
    ];

    it('answers the same on each of them', async () => {
      expect(await listAnswers()).toEqual([expect.stringMatching(/^200 .*"resultStatus":"resultFound"/s)]);
      expect(await readMetric(service.url, 'kindred_threads')).toBe(2);
    });

    it('shows an acknowledged change on each of them', async () => {
      const [identifier = ''] = await listShown(service, shop, 'p1');
      const journal = createJournal();
      for (let price = 2_000; price < 2_010; price += 1) {
        expect(await writePrice(service, shop, journal, identifier, price)).toBe(200);
        await lookForPrice(service, shop, journal, { source: 'p1', identifier, price });
      }
      expect(journal.stale).toEqual([]);
    });

    it('shows on each of them what another process publishes', async () => {
      const engine = await openEngineOf(config);
      await publishProducts(engine, shop.products, 60, 7);
      await engine.close();
      await expect.poll(listAnswers).toEqual([expect.stringContaining('edition7')]);
    });

    it('keeps its threads while the database is away, and answers on each of them when it is back', async () => {
      proxy.cut();
      await expect.poll(listAnswers).toEqual([expect.stringMatching(/^503 /)]);
      expect(await writePrice(service, shop, createJournal(), 'p3', 1)).toBe(503);
      await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
      expect(await readMetric(service.url, 'kindred_threads_replaced_total')).toBe(0);
      // It learns from the main thread what is live.
      await endThread(service);
      proxy.mend();
      await expect.poll(listAnswers).toEqual([expect.stringContaining('edition7')]);
    });

    it('closes its connections when it is stopped', async () => {
      const ended = once(service.child, 'close');
      service.child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });
  });
