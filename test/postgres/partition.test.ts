import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { openEnginePool, openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { dataset, draft, listIdentifiers, openReader, publish, searchFrom, shop } from '../contract/shop.ts';
import { openCuttableProxy } from '../support/postgres/cuttable-proxy.ts';
import { dropEngineSchema } from '../support/postgres/pglite-database.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

/* Two nodes on one server. One of them reaches it through a proxy that is cut. */

const unavailable = { code: 'unavailable' };

if (serverUrl === undefined)
  it('a node that loses the database catches up when it is back', (context) => context.skip(withoutServer));
else
  describe('a node that loses the database', () => {
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let proxy: Awaited<ReturnType<typeof openCuttableProxy>>;
    let lonely: Engine;
    let healthy: Engine;
    beforeAll(async () => {
      created = await createServerDatabase();
    });
    afterAll(() => created.drop());
    beforeEach(async () => {
      proxy = await openCuttableProxy(new URL(created.url));
      const direct = openEnginePool({ url: created.url });
      await dropEngineSchema(direct);
      healthy = await openPostgresEngine({ database: direct });
      lonely = await openPostgresEngine({ database: openEnginePool({ url: proxy.url }) });
      await publish(healthy, dataset, draft, shop);
      await expect.poll(() => lonely.products(dataset)?.size).toBe(shop.length);
    });
    afterEach(async () => {
      proxy.mend();
      await lonely.close();
      await healthy.close();
      proxy.close();
    });

    it('answers with a fault that may be tried again, while the other one serves and publishes', async () => {
      proxy.cut();
      await expect(openReader(lonely).source('source')).rejects.toMatchObject(unavailable);
      const change = { at: 1, kind: 'remove', identifier: 'far' } as const;
      await expect(lonely.change(dataset, [change])).rejects.toMatchObject(unavailable);
      await expect(lonely.buildProducts(dataset, draft)).rejects.toMatchObject(unavailable);
      expect(listIdentifiers(await searchFrom(openReader(healthy), 'source'))).toEqual(['shirt-m', 'far']);
      await publish(healthy, dataset, draft, shop.slice(0, 3));
      expect(openReader(healthy).size).toBe(3);
    });

    it('catches up with versions and changes when the database is back', async () => {
      proxy.cut();
      const { version } = await publish(healthy, dataset, draft, shop);
      await healthy.change(dataset, [{ at: 1, kind: 'update', identifier: 'far', set: { price: 77 } }]);
      expect(lonely.products(dataset)?.version).not.toBe(version);
      proxy.mend();
      await expect.poll(() => lonely.products(dataset)?.version).toBe(version);
      await expect.poll(async () => (await lonely.product(dataset, 'far'))?.price).toBe(77);
    });

    it('loses nothing that was acknowledged, and its unfinished version does not block the others for long', async () => {
      const builder = await lonely.buildProducts(dataset, draft);
      await lonely.change(dataset, [{ at: 5, kind: 'update', identifier: 'far', set: { price: 5 } }]);
      proxy.cut();
      await expect(builder.finish()).rejects.toMatchObject(unavailable);
      expect((await healthy.changes(dataset, 1))[0]?.change).toMatchObject({ at: 5, identifier: 'far' });
      const ender = openEnginePool({ url: created.url });
      await ender.script("UPDATE kindred.dataset SET publisher_until = now() - interval '1 second'");
      await ender.close();
      await publish(healthy, dataset, draft, shop);
      expect((await healthy.product(dataset, 'far'))?.price).toBe(5);
    });
  });
