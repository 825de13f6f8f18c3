/*
 * What do publish, start, memory, answers and recall become when a catalogue grows?
 *   node bench/growth.ts [--products 10000 --products 100000 --products 1000000] [--dimensions 256] [--json]
 * A catalogue that is skewed like real ones (support/skewed-catalogue.ts), a box without a gate, pages of 24 with three
 * facets. Each size is published by a process of its own; then the service is started on it and asked for each product
 * once, on 32 connections; then a sample of answers is compared with an exact scan. A million products of 256
 * dimensions need 12 GB of memory and 10 GB of disk. With `--keep` a run that was stopped goes on after the part that it
 * had finished: publish, serve, recall.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { boxDefaults } from '../src/domain/box.ts';
import { cpuMicros } from './support/cpu-time.ts';
import { driveHttp, encodeRequest } from './support/drive-http.ts';
import { createRandom } from './support/generated-looks.ts';
import { readResidentBytes } from './support/resident-memory.ts';
import { createSkewedCatalogue, identify } from './support/skewed-catalogue.ts';
import { findLowestScores, measureRecall, questions } from './support/skewed-recall.ts';
import { publishSkewedShop, type SkewedShop } from './support/skewed-shop.ts';
import { serviceProgram } from './support/service-program.ts';
import { startChild } from './support/start-child.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', multiple: true, default: ['10000', '100000', '1000000'] },
    dimensions: { type: 'string', default: '256' },
    seconds: { type: 'string', default: '10' },
    samples: { type: 'string', default: '40' },
    keep: { type: 'string' },
    publish: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
type Rows = Record<string, Record<string, number>>;

const dimensions = Number(options.dimensions);
const connections = 32;
const root = join(import.meta.dirname, '..');

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** In a process of its own, so that its memory is measured alone. */
const publishInChild = async (folder: string, size: number): Promise<SkewedShop> => {
  const file = join(folder, 'shop.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SkewedShop;
  // A publish that was stopped begins anew: a version is written whole or not at all.
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  const args = [join(root, 'bench/growth.ts'), '--publish', join(folder, 'data')];
  const { value } = await startChild(
    ['--max-old-space-size=8192', ...args, '--products', String(size), '--dimensions', String(dimensions)],
    {},
    (line) => (line.startsWith('{') ? line : null),
  );
  writeFileSync(file, value);
  return JSON.parse(value) as SkewedShop;
};

const startService = async (dataDir: string) => {
  const startedAt = performance.now();
  const { child, value: port } = await startChild(
    serviceProgram,
    { KINDRED_DATA: dataDir, KINDRED_PORT: '0', KINDRED_LOG: 'silent', KINDRED_DEMO: 'off' },
    (line) => {
      const match = /answers on http:\/\/[^:]+:(\d+)/.exec(line);
      return match === null ? null : Number(match[1]);
    },
  );
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { port, pid: child.pid, stop, seconds: (performance.now() - startedAt) / 1000 };
};

/** Every product once, in an order that has nothing to do with how they are stored. */
const createRequests = (shop: SkewedShop, size: number): (() => Buffer) => {
  const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
  let at = 0;
  return () => {
    at = (at + 7919) % size;
    return encodeRequest(`/search/imagesearch?btr=${shop.searchBox}&identifier=${identify(at)}`, headers);
  };
};

const measureServing = async (folder: string, shop: SkewedShop, size: number) => {
  const emptyFolder = mkdtempSync(join(folder, 'empty-'));
  const empty = await startService(emptyFolder);
  const baseBytes = readResidentBytes(empty.pid);
  await empty.stop();
  rmSync(emptyFolder, { recursive: true });
  const service = await startService(join(folder, 'data'));
  const { port, pid } = service;
  const next = createRequests(shop, size);
  const seconds = Number(options.seconds);
  await driveHttp({ port, connections, seconds, next });
  const before = cpuMicros(pid) ?? Number.NaN;
  const load = await driveHttp({ port, connections, seconds, next });
  const microsPerAnswer = ((cpuMicros(pid) ?? Number.NaN) - before) / load.answers;
  const bytes = readResidentBytes(pid);
  await service.stop();
  return {
    start: { seconds: round(service.seconds) },
    memory: { megabytes: round(bytes / 1e6, 0), bytesPerProduct: Math.round((bytes - baseBytes) / size) },
    'each product once': {
      requestsPerSecond: round(load.perSecond, 0),
      microsPerAnswer: round(microsPerAnswer, 0),
      p99Ms: round(load.p99Ms),
      failures: load.failures,
    },
  };
};

/** No list is made for these. Pictures have no colours here, so the right answer is the same, scaled. */
const noPlanWeights = { looks: 1, colour: 0.001 };

/** Questions about other products start work in the background, such as smaller forms of the vectors, which needs some time. */
const [pauseMs, picturesPerMs] = [3_000, 100];
/** The memory of a list is used for another one after some 64 questions about that. */
const turnsBefore = 2;

const measureAnswers = async (folder: string, shop: SkewedShop, size: number) => {
  const catalogue = createSkewedCatalogue(size, dimensions);
  const draw = createRandom(99);
  const sources = Array.from({ length: Number(options.samples) }, () => Math.floor(draw() * size));
  const others = sources.map((source) => (source + 1) % size);
  const ends = findLowestScores(catalogue, sources, dimensions);
  const kindred = await compose({ ...readConfig({}), dataDir: join(folder, 'data'), demo: false });
  try {
    const reader = kindred.engine.products(shop.dataset);
    if (!reader) throw new Error('Nothing is live.');
    const report: Rows = {};
    for (const [label, weights] of [
      ['', boxDefaults.weights],
      ['without a list, ', noPlanWeights],
    ] as const)
      for (const [at, { name }] of questions.entries()) {
        const ask = (some: readonly number[]) => measureRecall(reader, some, ends, at, weights);
        for (let turn = 0; turn < turnsBefore; turn += 1) await ask(others);
        await setTimeout(pauseMs + size / picturesPerMs);
        await ask(others);
        const { recall, medianMs, worstMs } = await ask(sources);
        report[label + name] = {
          recall: round(recall, 4),
          medianMs: round(medianMs),
          worstMs: round(worstMs),
        };
      }
    return report;
  } finally {
    await kindred.close();
  }
};

const describePublish = ({ publish, neighbours }: SkewedShop) => {
  const rounded = ({ seconds, cpuSeconds }: SkewedShop['neighbours']) => ({
    seconds: round(seconds),
    cpuSeconds: round(cpuSeconds),
  });
  const { megabytes, peakMegabytes } = publish;
  return {
    publish: {
      ...rounded(publish),
      megabytes: round(megabytes, 0),
      peakMegabytes: round(peakMegabytes, 0),
    },
    neighbours: rounded(neighbours),
  };
};

/** Each part is printed when it is measured. In a folder that is kept, what is there already is not measured again. */
const measureSize = async (size: number, print: (rows: Rows) => void): Promise<void> => {
  const folder = options.keep
    ? join(options.keep, String(size))
    : mkdtempSync(join(tmpdir(), 'kindred-growth-'));
  const measureOnce = async (name: string, measure: () => Promise<Rows>): Promise<void> => {
    const file = join(folder, `${name}.json`);
    const isKnown = existsSync(file);
    if (!isKnown)
      console.error(`${new Date().toISOString()} ${size.toLocaleString('en')} products: ${name} …`);
    const rows = isKnown ? (JSON.parse(readFileSync(file, 'utf8')) as Rows) : await measure();
    writeFileSync(file, JSON.stringify(rows));
    print(rows);
  };
  try {
    mkdirSync(folder, { recursive: true });
    await measureOnce('publish', async () => describePublish(await publishInChild(folder, size)));
    const shop = await publishInChild(folder, size);
    await measureOnce('serve', () => measureServing(folder, shop, size));
    await measureOnce('recall', () => measureAnswers(folder, shop, size));
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
};

const sizes = options.products.map(Number);
if (options.help) {
  console.log(
    'node bench/growth.ts [--products n]… [--dimensions n] [--seconds n] [--samples n] [--keep folder] [--json]',
  );
} else if (options.publish !== undefined) {
  console.log(JSON.stringify(await publishSkewedShop(options.publish, sizes[0] ?? 0, dimensions)));
} else {
  const report: Record<string, Record<string, number>> = {};
  for (const size of sizes)
    await measureSize(size, (rows) => {
      for (const [name, values] of Object.entries(rows)) {
        const label = `${size.toLocaleString('en')} products, ${name}`;
        report[label] = values;
        if (!options.json) console.log(label.padEnd(44), JSON.stringify(values));
      }
    });
  if (options.json) console.log(JSON.stringify(report));
}
