// The embedded engine and the PostgreSQL engine on the same catalogue: time to publish, time of a search, recall.
//   KINDRED_TEST_DATABASE_URL=… node bench/engines.ts [products = 100000] [searches = 200]
// Prints each time with its ratio to the embedded engine, in the same run. Uses the schema `kindred` of the database,
// and removes it afterwards: give it an empty database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { createQuery, type Engine, type ProductReader, type SearchQuery } from '../src/engine/engine.ts';
import { openEnginePool } from '../src/engine/postgres/open-engine-pool.ts';
import { openPostgresEngine } from '../src/engine/postgres/postgres.ts';
import { generateProducts, publishGenerated } from './support/filtered-catalogue.ts';

const url = process.env['KINDRED_TEST_DATABASE_URL'];
if (url === undefined)
  throw new Error('Set KINDRED_TEST_DATABASE_URL; node scripts/install-postgres.ts prints one.');
const size = Number(process.argv[2] ?? 100_000);
const searches = Number(process.argv[3] ?? 200);

const products = [...generateProducts(size, 64)];
const sources = Array.from({ length: searches }, (_, at) => {
  const product = products[Math.floor((at * size) / searches)];
  if (!product) throw new Error('There are too few products.');
  return product.product.identifier;
});

const search = async (reader: ProductReader, identifier: string): Promise<string[]> => {
  const source = await reader.source(identifier);
  if (!source) throw new Error(`There is no product ${identifier}.`);
  const seed: SearchQuery['seed'] = { kind: 'looks', source, weights: { looks: 1, colour: 0.3 } };
  return (await reader.search(createQuery(seed, 20))).hits.map((hit) => hit.identifier);
};

/** Seconds to publish, the median of a search in milliseconds, and what was found. */
const measure = async (engine: Engine) => {
  const startedAt = performance.now();
  const reader = await publishGenerated(engine, products);
  const publishSeconds = (performance.now() - startedAt) / 1000;
  const times: number[] = [];
  const found: string[][] = [];
  for (const identifier of sources) {
    const askedAt = performance.now();
    found.push(await search(reader, identifier));
    times.push(performance.now() - askedAt);
  }
  const searchMs = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  return { publishSeconds, searchMs, found };
};

const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'));
const database = openEnginePool({ url });
const embedded = await openEmbeddedEngine({ folder });
const postgres = await openPostgresEngine({ database });
try {
  const expected = await measure(embedded);
  const actual = await measure(postgres);
  const all = expected.found.flat().length;
  const shared = expected.found.flatMap((list, at) =>
    list.filter((each) => actual.found[at]?.includes(each)),
  ).length;
  const line = (name: string, { publishSeconds, searchMs }: typeof expected): string =>
    `${name}: publish ${publishSeconds.toFixed(1)} s (${(publishSeconds / expected.publishSeconds).toFixed(1)} x), ` +
    `search ${searchMs.toFixed(2)} ms (${(searchMs / expected.searchMs).toFixed(1)} x)`;
  console.log(
    `${size} products of 64 dimensions, ${searches} searches without a filter, one after the other`,
  );
  console.log(line('embedded', expected));
  console.log(`${line('postgres', actual)}, ${(shared / all).toFixed(4)} of the products of embedded found`);
} finally {
  await database.script('DROP SCHEMA kindred CASCADE');
  await embedded.close();
  await postgres.close();
  await rm(folder, { recursive: true });
}
