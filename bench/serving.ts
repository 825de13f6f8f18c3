/*
 * How many requests a second does the service answer, next to a bare node:http server that sends the same bytes?
 *   node bench/serving.ts [--products 100000] [--keywords 100000] [--seconds 5] [--rounds 3] [--folder <path>] [--json]
 * Three loads: every identifier once (without a response cache), identifiers by Zipf, and patterns by Zipf. The service is warmed up until for eight
 * seconds neither the share of kept answers rises by a point nor answers a second by 3 % (`--warm`: for at most so many
 * seconds), then left alone for `--rest` seconds and warmed up once more; then both servers
 * are measured alternately on 32 connections, and alternately at half load, for the latency (support/half-load.ts). Each row
 * says which share of its answers was kept.
 * `--folder` keeps the generated shop, so that the next run need not generate it.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuMicros } from './support/cpu-time.ts';
import { type DriveResult, driveHttp, encodeRequest } from './support/drive-http.ts';
import { type HalfLoad, measureHalfLoad } from './support/half-load.ts';
import { createRandom, createServingShop, type ServingShop } from './support/serving-shop.ts';
import { readResidentBytes } from './support/resident-memory.ts';
import { serviceProgram } from './support/service-program.ts';
import { startChild } from './support/start-child.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    keywords: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '120' },
    rest: { type: 'string', default: '30' },
    folder: { type: 'string' },
    only: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const connections = 32;
const warmUpSeconds = 4;
const root = join(import.meta.dirname, '..');

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kindred-serving-'));
mkdirSync(folder, { recursive: true });

const openShop = async (): Promise<ServingShop> => {
  const file = join(folder, 'shop.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ServingShop;
  const sizes = { products: Number(options.products), keywords: Number(options.keywords) };
  const shop = await createServingShop(join(folder, 'data'), sizes);
  writeFileSync(file, JSON.stringify(shop));
  return shop;
};

/** Numbers below `size`, the n-th most frequent with a share of 1/n, as in the traffic of a shop. */
const drawZipf = (size: number, count: number): Uint32Array => {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) sums[rank] = sum += 1 / (rank + 1);
  const draw = createRandom(23);
  return Uint32Array.from({ length: count }, () => {
    const wanted = draw() * sum;
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  });
};

const cycle = <T>(list: ArrayLike<T>): (() => T) => {
  let at = 0;
  return () => {
    const item = list[at] as T;
    at = (at + 1) % list.length;
    return item;
  };
};

/** The bench's own generator repeats in low bits: products are spread over ranks by a prime stride. */
const spread = <T>(list: readonly T[]): T[] =>
  Array.from(list, (_, at) => list[(at * 7919) % list.length] as T);

/** By name: makes a source of requests. Each server has its own, so that one does not use up what the other is asked. */
const createLoads = (shop: ServingShop): Record<string, () => () => Buffer> => {
  const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
  const toRequest = (path: string) => encodeRequest(path, headers);
  const images = spread(shop.identifiers).map((identifier) =>
    toRequest(`/search/imagesearch?btr=${shop.searchBox}&identifier=${encodeURIComponent(identifier)}`),
  );
  const keywords = spread(shop.patterns).map((pattern) =>
    toRequest(`/relatedsearches/keywords?btr=${shop.relatedBox}&pattern=${encodeURIComponent(pattern)}`),
  );
  const pick = (requests: readonly Buffer[]) => {
    const next = cycle(drawZipf(requests.length, 1_000_000));
    return () => requests[next()] as Buffer;
  };
  return {
    'image search, each identifier once': () => cycle(images),
    'image search, identifiers by Zipf': () => pick(images),
    'related keywords by Zipf': () => pick(keywords),
  };
};

type Row = {
  name: string;
  bodyBytes: number;
  perSecond: number;
  barePerSecond: number;
  percent: number;
  cpuPercent: number;
  /** Share of the measured answers that were kept ones. */
  keptPercent: number;
  p99Ms: number;
  /** At the same rate. */
  bareP99Ms: number;
  /** At half of its own full load. */
  bareOwnP99Ms: number;
  /** Windows of half load that count, of those that were measured, and what the host and other programs took of them. */
  halfWindows: string;
  failures: number;
  residentBytes: number;
};

type Server = { readonly port: number; readonly pid: number | undefined };
type Run = DriveResult & { readonly cpuMicros: number };

const drive = async (
  { port, pid }: Server,
  next: () => Buffer,
  duration: number,
  rate?: number,
): Promise<Run> => {
  const before = cpuMicros(pid) ?? Number.NaN;
  const result = await driveHttp({
    port,
    connections,
    seconds: duration,
    next,
    ...(rate === undefined ? {} : { rate }),
  });
  return { ...result, cpuMicros: ((cpuMicros(pid) ?? Number.NaN) - before) / result.answers };
};

const median = (runs: readonly Run[], of: 'perSecond' | 'cpuMicros'): number =>
  runs.map((run) => run[of]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;

type CacheCounts = { readonly hits: number; readonly misses: number };

const readCounts = async (port: number): Promise<CacheCounts> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^kindred_answer_cache_${name}_total (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { hits: read('hits'), misses: read('misses') };
};

const countKept = async (port: number, before: CacheCounts): Promise<number> => {
  const { hits, misses } = await readCounts(port);
  const asked = hits - before.hits + misses - before.misses;
  // Without a cache nothing is counted.
  return asked === 0 ? 0 : (100 * (hits - before.hits)) / asked;
};

/** Until for a while neither more answers are kept nor more are given a second: code is compiled for half a minute. */
const warmUp = async (service: Server, next: () => Buffer): Promise<void> => {
  let [kept, fastest, spent, unchanged] = [Number.NEGATIVE_INFINITY, 0, 0, 0];
  while (unchanged < 2 && spent < Number(options.warm)) {
    const before = await readCounts(service.port);
    const { perSecond } = await drive(service, next, warmUpSeconds);
    const now = await countKept(service.port, before);
    unchanged = now - kept < 1 && perSecond < fastest * 1.03 ? unchanged + 1 : 0;
    kept = now;
    fastest = Math.max(fastest, perSecond);
    spent += warmUpSeconds;
  }
};

const startBare = async (bytes: Buffer): Promise<Server & { stop: () => void }> => {
  const file = join(folder, 'answer.json');
  writeFileSync(file, bytes);
  const { child, value } = await startChild([join(root, 'bench/support/bare-server.ts'), file], {}, (line) =>
    /^\d+$/.test(line) ? Number(line) : null,
  );
  return { port: value, pid: child.pid, stop: () => child.kill() };
};

const measure = async (
  name: string,
  service: Server,
  createLoad: () => () => Buffer,
): Promise<Omit<Row, 'residentBytes'>> => {
  const [next, nextOfBare] = [createLoad(), createLoad()];
  await warmUp(service, next);
  await setTimeout(Number(options.rest) * 1000);
  const warm = await drive(service, next, warmUpSeconds);
  const size = Math.round(warm.bodyBytes / warm.answers);
  const bare = await startBare(Buffer.alloc(size, 'x'));
  await drive(bare, nextOfBare, warmUpSeconds);
  const [ours, theirs]: [Run[], Run[]] = [[], []];
  const before = await readCounts(service.port);
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await drive(bare, nextOfBare, seconds));
    ours.push(await drive(service, next, seconds));
  }
  const keptPercent = await countKept(service.port, before);
  const perSecond = median(ours, 'perSecond');
  const barePerSecond = median(theirs, 'perSecond');
  const half = await measureHalfLoad(
    { pid: service.pid, drive: (duration, rate) => drive(service, next, duration, rate) },
    { pid: bare.pid, drive: (duration, rate) => drive(bare, nextOfBare, duration, rate) },
    seconds * rounds,
  );
  bare.stop();
  return {
    name,
    bodyBytes: size,
    perSecond,
    barePerSecond,
    percent: (100 * perSecond) / barePerSecond,
    cpuPercent: (100 * median(theirs, 'cpuMicros')) / median(ours, 'cpuMicros'),
    keptPercent,
    p99Ms: half.service.p99Ms,
    bareP99Ms: half.bare.p99Ms,
    bareOwnP99Ms: half.bareAtOwnHalf.p99Ms,
    halfWindows: describeWindows([half.service, half.bare, half.bareAtOwnHalf]),
    failures: ours.reduce((sum, run) => sum + run.failures, half.service.failures),
  };
};

const describeWindows = (halves: readonly HalfLoad[]): string => {
  const counts = halves.map(({ used, measured }) => `${used} of ${measured}`).join(', ');
  const most = Math.max(...halves.map(({ mostLost }) => mostLost));
  return `windows: ${counts}, of which others took ${(most * 100).toFixed(1)} % at most`;
};

const printRow = (row: Row): void => {
  console.log(
    `${row.name}: ${row.perSecond.toFixed(0)} of ${row.barePerSecond.toFixed(0)} requests/s ` +
      `(${row.percent.toFixed(1)} %; by processor time ${row.cpuPercent.toFixed(1)} %), ${row.bodyBytes} bytes, ` +
      `${row.keptPercent.toFixed(1)} % kept answers, ` +
      `p99 at half load ${row.p99Ms.toFixed(2)} ms (bare ${row.bareP99Ms.toFixed(2)} ms at the same rate, ` +
      `${row.bareOwnP99Ms.toFixed(2)} ms at its own half load; ${row.halfWindows}), ${row.failures} failed, ${Math.round(row.residentBytes / 1e6)} MB resident`,
  );
};

const shop = await openShop();

/** No answer is asked for twice where each identifier is asked once; the warm-up asks for all of them. */
const startService = (cacheMegabytes: string) =>
  startChild(
    [...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []), ...serviceProgram],
    {
      KINDRED_DATA: join(folder, 'data'),
      KINDRED_PORT: '0',
      KINDRED_LOG: 'silent',
      KINDRED_DEMO: 'off',
      KINDRED_CACHE_MB: cacheMegabytes,
    },
    (line) => {
      const match = /answers on http:\/\/[^:]+:(\d+)/.exec(line);
      return match === null ? null : Number(match[1]);
    },
  );

const measureLoad = async (name: string, createLoad: () => () => Buffer): Promise<Row> => {
  const { child, value: port } = await startService(name.endsWith('once') ? '0' : '256');
  try {
    const row = await measure(name, { port, pid: child.pid }, createLoad);
    return { ...row, residentBytes: readResidentBytes(child.pid) };
  } finally {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
};

const rows: Row[] = [];
for (const [name, createLoad] of Object.entries(createLoads(shop))) {
  if (options.only !== undefined && !name.includes(options.only)) continue;
  const row = await measureLoad(name, createLoad);
  rows.push(row);
  if (!options.json) printRow(row);
}
if (options.json) console.log(JSON.stringify(rows));
if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
