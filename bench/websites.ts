/*
 * Many small shops on one database: what does a website cost in memory, and how long does its first call take?
 *   node bench/websites.ts [--websites 1000] [--products 100] [--engine embedded]
 * Settings and limits are in PostgreSQL, versions in a shared folder, or in PostgreSQL too with `--engine postgres`. The
 * database is the one that KINDRED_TEST_DATABASE_URL names, or one that is installed and started.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../test/support/postgres/server-database.ts';
import { readResidentBytes } from './support/resident-memory.ts';
import { declareShop } from './support/declare-shop.ts';
import { nameProduct, publishProducts } from './support/serving-shop.ts';
import { type RunningService, startService } from './support/start-service.ts';

const { values: options } = parseArgs({
  options: {
    websites: { type: 'string', default: '1000' },
    products: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'embedded' },
  },
});
const [websites, products] = [Number(options.websites), Number(options.products)];
if (serverUrl === undefined) throw new Error(withoutServer);

const folder = mkdtempSync(join(tmpdir(), 'kindred-websites-'));
mkdirSync(join(folder, 'shared'));
const created = await createServerDatabase();
const environment = {
  KINDRED_STORE: 'postgres',
  KINDRED_ENGINE: options.engine,
  KINDRED_DATABASE_URL: created.url,
  KINDRED_SHARED: join(folder, 'shared'),
  KINDRED_SECRET_KEY: 'ab'.repeat(32),
};

type Shop = { readonly key: string; readonly box: string };

const createShops = async (): Promise<Shop[]> => {
  const config = { ...readConfig(environment), dataDir: join(folder, 'creating'), demo: false };
  const kindred = await compose(config);
  const shops: Shop[] = [];
  try {
    for (let number = 0; number < websites; number += 1) {
      const shop = await declareShop(kindred.store, {
        sameAsSource: ['category'],
        name: `shop-${number}`,
        isLimited: true,
      });
      await publishProducts(kindred.engine, shop, products);
      shops.push({ key: shop.key, box: shop.search.tracker });
    }
  } finally {
    await kindred.close();
  }
  return shops;
};

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN;

/** One call to each website, one after the other; milliseconds each. */
const askAll = async (
  { port }: RunningService,
  shops: readonly Shop[],
  product: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (const { key, box } of shops) {
    const path = `/search/imagesearch?btr=${box}&identifier=${nameProduct(product)}`;
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'ocp-apim-subscription-key': key },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    times.push(performance.now() - askedAt);
  }
  return times;
};

const printTimes = (what: string, times: readonly number[]): void =>
  console.log(
    `${what}: p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
  );

try {
  const empty = await startService(join(folder, 'empty'), environment);
  const emptyBytes = readResidentBytes(empty.pid);
  const emptySeconds = empty.startSeconds;
  await empty.stop();

  const startedAt = performance.now();
  const shops = await createShops();
  const perWebsiteMs = (performance.now() - startedAt) / websites;
  console.log(`${websites} websites of ${products} products, engine ${options.engine}`);
  console.log(`creating one with its first version: ${perWebsiteMs.toFixed(0)} ms`);

  // On a new data folder: it reads all settings from the database.
  const service = await startService(join(folder, 'node'), environment);
  try {
    const loadedBytes = readResidentBytes(service.pid);
    console.log(
      `start of a new node: ${service.startSeconds.toFixed(1)} s (${emptySeconds.toFixed(1)} s without websites)`,
    );
    printTimes('first call to a website', await askAll(service, shops, 1));
    printTimes('second call, another product', await askAll(service, shops, 2));
    printTimes('third call, the same product', await askAll(service, shops, 2));
    const usedBytes = readResidentBytes(service.pid);
    console.log(
      `memory: ${(emptyBytes / 1e6).toFixed(0)} MB without websites, ${(loadedBytes / 1e6).toFixed(0)} MB with all of them, ` +
        `${(usedBytes / 1e6).toFixed(0)} MB after the calls: ${((usedBytes - emptyBytes) / websites / 1e3).toFixed(0)} kB a website`,
    );
  } finally {
    await service.stop();
  }
} finally {
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
