/*
 * The same shop on one machine's files, on files with settings and limits in PostgreSQL, and wholly in PostgreSQL:
 *   node bench/engines.ts [--products 100000] [--seconds 8] [--warm 2] [--only embedded,mixed,postgres]
 * Each mode publishes the catalogue and serves it over HTTP, to a key with a rate and a quota: every identifier once, without
 * cached answers, because a small catalogue begins anew, and ten identifiers again and again, with them. Before it measures, it asks
 * for `--warm` seconds. Requests a second are those of 32 connections that never pause; p50 and p99 are
 * measured at half of that. Processor time is that of the service and of its connections to the database, which depends little on
 * what else the machine does. Every figure stands with its ratio to the embedded one of the same run. Vectors have 32 + 8
 * dimensions. The database is the one that KINDRED_TEST_DATABASE_URL names, or one that is installed and started.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { createServerDatabase, serverUrl, withoutServer } from '../test/support/postgres/server-database.ts';
import { cpuMicros } from './support/cpu-time.ts';
import { driveHttp, encodeRequest } from './support/drive-http.ts';
import { readResidentBytes } from './support/resident-memory.ts';
import { createServingShop, type ServingShop } from './support/serving-shop.ts';
import { startService } from './support/start-service.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '2' },
    only: { type: 'string', default: 'embedded,mixed,postgres' },
  },
});
const [products, seconds, warm] = [Number(options.products), Number(options.seconds), Number(options.warm)];
const connections = 32;
if (serverUrl === undefined) throw new Error(withoutServer);

type Figures = Readonly<Record<string, number>>;

const modes: Readonly<Record<string, (folder: string, url: string) => NodeJS.ProcessEnv>> = {
  embedded: () => ({}),
  mixed: (folder, url) => ({
    KINDRED_STORE: 'postgres',
    KINDRED_DATABASE_URL: url,
    KINDRED_SHARED: join(folder, 'shared'),
  }),
  postgres: (_, url) => ({
    KINDRED_STORE: 'postgres',
    KINDRED_ENGINE: 'postgres',
    KINDRED_DATABASE_URL: url,
  }),
};

const createRequests = (shop: ServingShop): { unique: () => Buffer; repeated: () => Buffer } => {
  const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
  const toRequest = (identifier: string) =>
    encodeRequest(`/search/imagesearch?btr=${shop.searchBox}&identifier=${identifier}`, headers);
  const { identifiers } = shop;
  let [unique, repeated] = [0, 0];
  return {
    // A prime stride visits all, far from each other.
    unique: () => toRequest(identifiers[((unique += 1) * 7919) % identifiers.length] ?? ''),
    repeated: () => toRequest(identifiers[(repeated += 1) % 10] ?? ''),
  };
};

/** The processes that serve the connections of a database. */
const listBackends = async (url: string): Promise<number[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
};

type Load = { readonly port: number; readonly pid: number | undefined; readonly url: string };

const measureLoad = async ({ port, pid, url }: Load, name: string, next: () => Buffer): Promise<Figures> => {
  await driveHttp({ port, connections, seconds: warm, next });
  const processes = [pid, ...(await listBackends(url))];
  const measureCpu = (): number => processes.reduce((sum: number, each) => sum + (cpuMicros(each) ?? 0), 0);
  const before = measureCpu();
  const full = await driveHttp({ port, connections, seconds, next });
  const cpuMs = (measureCpu() - before) / 1000;
  const half = await driveHttp({ port, connections, seconds, next, rate: full.perSecond / 2 });
  return {
    [`${name}, requests a second`]: full.perSecond,
    [`${name}, processor ms an answer`]: cpuMs / full.answers,
    [`${name}, p50 ms`]: half.p50Ms,
    [`${name}, p99 ms`]: half.p99Ms,
    [`${name}, failed`]: full.failures + half.failures,
  };
};

const measureMode = async (folder: string, url: string, environment: NodeJS.ProcessEnv): Promise<Figures> => {
  const dataDir = join(folder, 'data');
  const secret = { ...environment, KINDRED_SECRET_KEY: 'ab'.repeat(32) };
  const sizes = { products, keywords: 100 };
  const shop = await createServingShop(dataDir, sizes, { environment: secret, isLimited: true });
  const { unique, repeated } = createRequests(shop);
  const measure = async (name: string, next: () => Buffer, more: NodeJS.ProcessEnv): Promise<Figures> => {
    const service = await startService(dataDir, { ...secret, ...more });
    try {
      return {
        [`${name}, start, seconds`]: service.startSeconds,
        ...(await measureLoad({ port: service.port, pid: service.pid, url }, name, next)),
        [`${name}, memory of the service, MB`]: readResidentBytes(service.pid) / 1e6,
      };
    } finally {
      await service.stop();
    }
  };
  return {
    'publish, seconds': shop.publishSeconds,
    ...(await measure('each once', unique, { KINDRED_CACHE_MB: '0' })),
    ...(await measure('ten again and again', repeated, {})),
  };
};

console.log(`${products} products of 32 + 8 dimensions; in brackets the ratio to embedded`);
let embedded: Figures = {};
for (const name of options.only.split(',')) {
  const mode = modes[name];
  if (!mode) throw new Error(`There is no mode ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), 'kindred-engines-'));
  mkdirSync(join(folder, 'shared'));
  const created = await createServerDatabase();
  try {
    const figures = await measureMode(folder, created.url, mode(folder, created.url));
    if (name === 'embedded') embedded = figures;
    console.log(`\n${name}`);
    for (const [label, value] of Object.entries(figures)) {
      const ratio = value / (embedded[label] ?? Number.NaN);
      const shown = Number.isFinite(ratio) ? ` (${ratio.toFixed(2)})` : '';
      console.log(`  ${label.padEnd(46)}${value.toFixed(2).padStart(12)}${shown}`);
    }
  } finally {
    await created.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}
