import { describe, expect, it } from 'vitest';
import { openEnginePool, openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createImageSearch } from '../../src/operations/image-search.ts';
import { createRelatedKeywords } from '../../src/operations/related-keywords.ts';
import { catalogue, catalogueFields, keywordEntries } from '../support/http/catalogue.ts';
import { openShop } from '../support/http/shop.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { openStoppableProxy } from '../support/postgres/stoppable-proxy.ts';

/* Everything is read from PostgreSQL, which stops to answer: connections stay open, and nothing comes back. */

const publish = async (engine: Engine, products: string, keywords: string): Promise<void> => {
  const draft = { fields: catalogueFields, language: 'en', model: 'test', plans: [] };
  const builder = await engine.buildProducts(products, draft);
  for (const product of catalogue()) await builder.add(product);
  await engine.makeLive(products, (await builder.finish()).version);
  const built = await engine.buildKeywords(keywords, 'en', keywordEntries);
  await engine.makeLive(keywords, built.version);
};

if (serverUrl === undefined) it('a database hangs', (context) => context.skip(withoutServer));
else
  describe('a database that hangs', () => {
    it('makes both operations answer 503 within one deadline, and they recover', async () => {
      const created = await createServerDatabase();
      const proxy = await openStoppableProxy(created.url);
      const engine = await openPostgresEngine({
        database: openEnginePool({ url: proxy.url, closeTimeoutMs: 100 }),
      });
      const shop = await openShop({
        answerWithinMs: 2_000,
        imageSearch: createImageSearch({
          products: (dataset) => engine.products(dataset),
          now: Date.now,
          report: () => undefined,
        }),
        relatedKeywords: createRelatedKeywords(engine),
        answerCache: { maximumBytes: 0, readerOf: () => null },
      });
      const { search, relatedKeywords, products, keywords } = shop.north;
      await publish(engine, products.tracker, keywords.tracker);
      const ask = async (): Promise<number[]> => {
        const answers = await Promise.all([
          shop.get('/search/imagesearch', { btr: search.tracker, identifier: 'p0', filter: 'price gt 1' }),
          shop.get('/relatedsearches/keywords', { btr: relatedKeywords.tracker, pattern: 'dress' }),
        ]);
        return answers.map(({ status }) => status);
      };
      await expect.poll(ask).toEqual([200, 200]);
      proxy.stop();
      for (let round = 0; round < 2; round += 1) expect(await ask()).toEqual([503, 503]);
      expect((await shop.send('GET', '/metrics')).text).toMatch(/^kindred_in_flight 0$/m);
      proxy.resume();
      await expect.poll(ask).toEqual([200, 200]);
      await shop.close();
      await engine.close();
      proxy.close();
      await created.drop();
    });
  });
