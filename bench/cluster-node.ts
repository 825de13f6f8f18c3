/*
 * A node of a cluster (settings in PostgreSQL, versions in object storage) beside one machine, in one run:
 *   node bench/cluster-node.ts [--products 100000] [--seconds 5] [--rounds 5] [--warm 60] [--limited]
 * Both serve the same generated shop at the same time, and are asked alternately on 32 connections for the look-alikes of every
 * product, without kept answers. Printed are medians, and in brackets the ratio to one machine. Memory a product is what the process holds more
 * after the load than the same service with a hundredth of the products after as long a load. `--limited`: the key has a rate and a quota.
 * The node copied the versions from the object storage, as it was not the one that published them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openObjectServer } from '../test/support/objects/object-server.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../test/support/postgres/server-database.ts';
import { cpuMicros } from './support/cpu-time.ts';
import { driveHttp, encodeRequest } from './support/drive-http.ts';
import { readResidentBytes } from './support/resident-memory.ts';
import { median } from './support/run-load.ts';
import { createServingShop } from './support/serving-shop.ts';
import { type RunningService, startService } from './support/start-service.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '60' },
    limited: { type: 'boolean', default: false },
  },
});
const [products, seconds, rounds, warm] = [
  options.products,
  options.seconds,
  options.rounds,
  options.warm,
].map(Number) as [number, number, number, number];
const connections = 32;
if (serverUrl === undefined) throw new Error(withoutServer);

const folder = mkdtempSync(join(tmpdir(), 'kindred-cluster-node-'));
const objects = await openObjectServer(join(folder, 'objects'), 'shop');
const closers: (() => unknown)[] = [objects.close];

const names = ['one machine', 'a node'] as const;
type Name = (typeof names)[number];
type Figures = Readonly<Record<string, number>>;
type Served = { readonly service: RunningService; readonly next: () => Buffer };
type Measured = Served & {
  readonly name: Name;
  /** Of the service with few products. */
  readonly fewBytes: number;
  readonly perSecond: number[];
  readonly cpuMs: number[];
};

const openEnvironment = async (name: Name, size: number): Promise<NodeJS.ProcessEnv> => {
  const always = { KINDRED_SECRET_KEY: 'ab'.repeat(32), KINDRED_CACHE_MB: '0' };
  if (name === 'one machine') return always;
  const database = await createServerDatabase();
  closers.push(database.drop);
  const stored = {
    KINDRED_STORE: 'postgres',
    KINDRED_DATABASE_URL: database.url,
    KINDRED_OBJECTS: `s3://shop/of-${size}`,
  };
  return { ...always, ...objects.environment, ...stored };
};

const serve = async (name: Name, size: number): Promise<Served> => {
  const environment = await openEnvironment(name, size);
  const made = join(folder, name, `${size} made`);
  const isLimited = options.limited;
  const shop = await createServingShop(made, { products: size, keywords: 100 }, { environment, isLimited });
  const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
  let at = 0;
  const next = (): Buffer => {
    // A prime stride visits all, far from each other.
    const identifier = shop.identifiers[((at += 1) * 7919) % size] ?? '';
    return encodeRequest(`/search/imagesearch?btr=${shop.searchBox}&identifier=${identifier}`, headers);
  };
  const dataDir = name === 'a node' ? join(folder, name, `${size} copied`) : made;
  const service = await startService(dataDir, environment);
  closers.push(() => service.stop());
  return { service, next };
};

const few = Math.ceil(products / 100);

const begin = async (name: Name): Promise<Measured> => {
  const small = await serve(name, few);
  await drive(small, warm);
  const fewBytes = readResidentBytes(small.service.pid);
  await small.service.stop();
  closers.pop();
  return { ...(await serve(name, products)), name, fewBytes, perSecond: [], cpuMs: [] };
};

const drive = ({ service: { port }, next }: Served, duration: number) =>
  driveHttp({ port, connections, seconds: duration, next });

const measure = async (each: Measured): Promise<void> => {
  const before = cpuMicros(each.service.pid) ?? Number.NaN;
  const { perSecond, answers, failures } = await drive(each, seconds);
  if (failures > 0) throw new Error(`${each.name}: ${failures} of ${answers} calls failed.`);
  each.perSecond.push(perSecond);
  each.cpuMs.push(((cpuMicros(each.service.pid) ?? Number.NaN) - before) / 1000 / answers);
};

const readFigures = ({ fewBytes, service, perSecond, cpuMs }: Measured): Figures => {
  const bytes = readResidentBytes(service.pid);
  return {
    'answers a second': median(perSecond),
    'processor ms an answer': median(cpuMs),
    'memory, MB': bytes / 1e6,
    'memory with few products, MB': fewBytes / 1e6,
    'memory a product, bytes': (bytes - fewBytes) / (products - few),
  };
};

const running: Measured[] = [];
try {
  for (const name of names) running.push(await begin(name));
  for (const each of running) await drive(each, warm);
  for (let round = 0; round < rounds; round += 1) for (const each of running) await measure(each);
  console.log(
    `${products} products of 32 + 8 dimensions, ${rounds} rounds of ${seconds} s; in brackets the ratio to one machine`,
  );
  const [machine] = running.map(readFigures);
  for (const each of running) {
    console.log(`\n${each.name}`);
    for (const [label, value] of Object.entries(readFigures(each)))
      console.log(
        `  ${label.padEnd(28)}${value.toFixed(2).padStart(10)} (${(value / (machine?.[label] ?? 0)).toFixed(2)})`,
      );
  }
} finally {
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}
