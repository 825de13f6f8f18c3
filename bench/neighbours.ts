import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Filter } from '../src/domain/filter.ts';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { type Engine, noArrangement, type ProductReader, type SearchQuery } from '../src/engine/engine.ts';
import { createLooksModel, createRandom } from './support/generated-looks.ts';
import { createHostSpeed } from './support/host-speed.ts';
import { createField } from '../test/support/create-field.ts';

/*
 * What do neighbours without a gate take at publish, and how many of the true ones are found?
 *   node bench/neighbours.ts --products 100000 --dimensions 1000 [--spread-out] [--keep <folder>] [--json]
 * Every kind of question is asked about other products first. The yardstick for recall is a plain comparison of everything in float64. Processor time is printed beside the time,
 * because other programs may be using the machine, and beside questions how long the same work of the kernel took right after them.
 */

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    dimensions: { type: 'string', default: '1000' },
    samples: { type: 'string', default: '40' },
    'spread-out': { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(
    'node bench/neighbours.ts [--products n] [--dimensions n] [--samples n] [--spread-out] [--keep folder] [--json]',
  );
  process.exit();
}
const size = Number(options.products);
const dimensions = Number(options.dimensions);
const weights = { looks: 1, colour: 0 };
const model = createLooksModel(dimensions, Math.ceil(Math.sqrt(size)), 5, options['spread-out']);

const fields = [
  createField('brand', 'text', { searchable: true }),
  createField('tenth', 'text'),
  createField('hundredth', 'text'),
  createField('price', 'number'),
];

const identifierOf = (number: number): string => `p${String(number).padStart(8, '0')}`;

const vectorOf = (number: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  model.fill(number, vector);
  return vector;
};

const measure = async <T>(work: () => Promise<T>) => {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
};

const build = async (engine: Engine) => {
  const builder = await engine.buildProducts('bench', {
    fields,
    language: 'en',
    model: 'generated',
    plans: [{ weights, same: { fields: [], mode: 'All' }, exclude: null, candidates: 200 }],
  });
  for (let number = 0; number < size; number += 1) {
    const price = (Math.imul(number, 7919) % 10_000) / 100;
    await builder.add({
      product: {
        identifier: identifierOf(number),
        displayText: `Product ${number} of class ${model.classOf(number)}`,
        url: `https://shop.example/product/${number}`,
        price,
        currency: 'EUR',
        images: [`https://shop.example/image/${number}.jpg`],
        groupId: null,
        available: true,
        fields: {
          brand: `Brand ${model.classOf(number) % 97}`,
          tenth: `t${number % 10}`,
          hundredth: `h${number % 100}`,
          price,
        },
      },
      picture: {
        hash: String(number).padStart(64, '0'),
        looks: vectorOf(number),
        colour: new Float32Array(0),
      },
    });
  }
  let comparing = { from: 0, cpu: process.cpuUsage() };
  let neighbours = { seconds: 0, cpuSeconds: 0 };
  const published = await measure(() =>
    builder.finish((step) => {
      if (step === 'writing') comparing = { from: performance.now(), cpu: process.cpuUsage() };
      if (step !== 'comparing pictures') return;
      const { user, system } = process.cpuUsage(comparing.cpu);
      neighbours = {
        seconds: (performance.now() - comparing.from) / 1000,
        cpuSeconds: (user + system) / 1e6,
      };
    }),
  );
  return { ...published, neighbours };
};

const filters: Record<string, Filter | null> = {
  'no filter': null,
  '10 % pass': { kind: 'compare', field: 'tenth', comparison: 'eq', value: 't3' },
  '1 % pass': { kind: 'compare', field: 'hundredth', comparison: 'eq', value: 'h7' },
};
const passes: Record<string, (number: number) => boolean> = {
  'no filter': () => true,
  '10 % pass': (number) => number % 10 === 3,
  '1 % pass': (number) => number % 100 === 7,
};

const createQuestion = (
  seed: SearchQuery['seed'],
  filter: Filter | null,
  gate: readonly string[],
): SearchQuery => ({
  seed,
  same: { fields: gate, mode: 'All' },
  exclude: null,
  filter,
  minimumScore: 0,
  candidates: 200,
  arrangement: noArrangement,
  orderBy: [],
  page: { skip: 0, take: 24 },
  facets: ['brand', 'tenth', 'price'],
  explain: false,
});

const ask = async (reader: ProductReader, number: number, filter: Filter | null, otherWeights = weights) => {
  const source = await reader.source(identifierOf(number));
  if (!source) throw new Error(`no product ${number}`);
  const start = performance.now();
  const { hits } = await reader.search(
    createQuestion({ kind: 'looks', source, weights: otherWeights }, filter, []),
  );
  return { hits, ms: performance.now() - start };
};

/** Scores of everything against some sources; one pass over the catalogue. */
const scoreAll = (sources: readonly number[]): Float64Array[] => {
  const queries = sources.map(vectorOf);
  const scores = sources.map(() => new Float64Array(size));
  const vector = new Float32Array(dimensions);
  for (let number = 0; number < size; number += 1) {
    model.fill(number, vector);
    queries.forEach((query, q) => {
      let sum = 0;
      for (let i = 0; i < dimensions; i += 1) sum += (query[i] ?? 0) * (vector[i] ?? 0);
      const list = scores[q];
      if (list) list[number] = sum;
    });
  }
  return scores;
};

/** Questions about other products compile the code, some hundred of them, and start work in the background that needs some time. */
const warmUp = async (reader: ProductReader, others: readonly number[], kind: string, by: typeof weights) => {
  const askAll = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1)
      for (const number of others) await ask(reader, number, filters[kind] ?? null, by);
  };
  await askAll(20);
  await setTimeout(4000 + Math.min(size / 8, 15_000));
  await askAll(5);
};

const measureHostSpeed = createHostSpeed();

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/**
 * Questions are measured in groups, some milliseconds each. Virtual processors change their speed for as long or longer, so the same work
 * of a kernel is measured right before and after each group (host-speed.ts): a group counts where both are near the best of the run.
 * Groups are measured until so many count, or until there are too many; products of one are so far from those of another.
 */
const [countedGroups, mostGroups, pauseMs, awayBy] = [5, 25, 300, 7919];
const nearBest = 1.25;
let bestKernelNs = Infinity;

type Group = { readonly answers: Awaited<ReturnType<typeof ask>>[]; readonly kernelNs: number };

const askGroup = async (
  reader: ProductReader,
  numbers: readonly number[],
  kind: string,
  by: typeof weights,
): Promise<Group> => {
  const before = measureHostSpeed();
  const answers: Group['answers'] = [];
  for (const number of numbers) answers.push(await ask(reader, number, filters[kind] ?? null, by));
  const kernelNs = Math.max(before, measureHostSpeed());
  bestKernelNs = Math.min(bestKernelNs, kernelNs);
  return { answers, kernelNs };
};

const isCalm = ({ kernelNs }: Group): boolean => kernelNs <= bestKernelNs * nearBest;

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const timesOf = (groups: readonly Group[]): number[] =>
  groups.flatMap(({ answers }) => answers.map(({ ms }) => ms));

/** Share of the answer's hits that score as well as the true 24th, in the first group, and times. */
const measureRecall = async (
  reader: ProductReader,
  sources: readonly number[],
  scores: readonly Float64Array[],
  kind: string,
  otherWeights = weights,
) => {
  // First all questions, then their evaluation: that reads much memory, and the next question would start from there.
  const groups: Group[] = [];
  while (groups.length < mostGroups && groups.filter(isCalm).length < countedGroups) {
    if (groups.length > 0) await setTimeout(pauseMs);
    const numbers = sources.map((source) => (source + groups.length * awayBy) % size);
    groups.push(await askGroup(reader, numbers, kind, otherWeights));
  }
  const answers = groups[0]?.answers ?? [];
  let found = 0;
  let expected = 0;
  for (const [q, source] of sources.entries()) {
    const hits = answers[q]?.hits ?? [];
    const own = scores[q] ?? new Float64Array(0);
    const ranked = Array.from(own.keys())
      .filter((number) => number !== source && passes[kind]?.(number))
      .map((number) => own[number] ?? 0)
      .sort((a, b) => b - a);
    const last = ranked[Math.min(24, ranked.length) - 1] ?? 0;
    expected += Math.min(24, ranked.length);
    found += hits.filter(({ score }) => score >= last - 2e-6).length;
  }
  const calm = groups.filter(isCalm);
  return {
    recall: round(found / expected, 4),
    medianMs: round(medianOf(timesOf(calm.length > 0 ? calm : groups))),
    medianOfAllMs: round(medianOf(timesOf(groups))),
    worstMs: round(Math.max(...timesOf(groups))),
    kernelNs: round(medianOf((calm.length > 0 ? calm : groups).map(({ kernelNs }) => kernelNs)), 1),
    groups: groups.length,
    counted: calm.length,
  };
};

const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'kindred-bench-')));
const report: Record<string, unknown> = { products: size, dimensions, spreadOut: options['spread-out'] };
const print = (name: string, value: Record<string, number | string>): void => {
  report[name] = value;
  if (!options.json) console.log(name.padEnd(34), JSON.stringify(value));
};
try {
  const publisher = await openEmbeddedEngine({ folder, serves: false });
  const { result, seconds, cpuSeconds, neighbours } = await build(publisher);
  print('publish', {
    seconds: round(seconds),
    cpuSeconds: round(cpuSeconds),
    megabytes: round(result.bytes / 1e6, 0),
  });
  print('neighbours', { seconds: round(neighbours.seconds), cpuSeconds: round(neighbours.cpuSeconds) });
  await publisher.makeLive('bench', result.version);
  await publisher.close();
  const program = join(import.meta.dirname, 'support/measure-start.ts');
  const printed = execFileSync(process.execPath, ['--expose-gc', program, folder, String(size)]);
  print('start', JSON.parse(printed.toString()) as Record<string, number>);
  const engine = await openEmbeddedEngine({ folder });
  const reader = engine.products('bench');
  if (!reader) throw new Error('nothing is live');
  const draw = createRandom(99);
  const sources = Array.from({ length: Number(options.samples) }, () => Math.floor(draw() * size));
  const scores = scoreAll(sources);
  const others = sources.map((source) => (source + 1) % size);
  // Smaller forms of the vectors are made in the background, some 40 microseconds for each product.
  await setTimeout(3000 + size / 12);
  for (const kind of Object.keys(filters)) {
    await warmUp(reader, others, kind, weights);
    print(`from lists, ${kind}`, await measureRecall(reader, sources, scores, kind));
  }
  // No list was made for these weights; the picture has no colours, so the right answer is the same, scaled by half.
  const other = { looks: 2, colour: 1e-9 };
  for (const kind of Object.keys(filters)) {
    await warmUp(reader, others, kind, other);
    print(`without a list, ${kind}`, await measureRecall(reader, sources, scores, kind, other));
  }
  await engine.close();
  if (options.json) console.log(JSON.stringify(report));
} finally {
  if (!options.keep) await rm(folder, { recursive: true, force: true });
}
