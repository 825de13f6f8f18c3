/*
 * How much of the true set does a scan find, and how long does it take? No list is made at publish, so every question is a scan.
 *   node bench/filter-recall.ts [--products 100000] [--dimensions 1000] [--samples 40] [--spread-out] [--keep <folder>] [--json]
 * Without a filter, and where a half, a tenth and a hundredth of the products pass: the share of the true 200 and of the true first 24, by
 * a plain comparison in float64, and the time of an answer. `--spread-out`: vectors without any classes, the hardest case. Questions are
 * asked twice, in another order the second time, and the answers compared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Filter } from '../src/domain/filter.ts';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { createQuery, type Engine, type ProductReader, type SearchResult } from '../src/engine/engine.ts';
import { createField } from '../test/support/create-field.ts';
import { createLooksModel, createRandom } from './support/generated-looks.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    dimensions: { type: 'string', default: '1000' },
    samples: { type: 'string', default: '40' },
    'spread-out': { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const size = Number(options.products);
const dimensions = Number(options.dimensions);
const weights = { looks: 1, colour: 0 };
const [setLength, pageLength] = [200, 24];
const model = createLooksModel(dimensions, Math.ceil(Math.sqrt(size)), 5, options['spread-out']);

/** One in `every` products passes. */
const shares: Readonly<Record<string, number>> = {
  'no filter': 1,
  'a half': 2,
  'a tenth': 10,
  'a hundredth': 100,
};
const isPassing = (number: number, every: number): boolean => number % every === every - 1;
const filterOf = (every: number): Filter | null =>
  every === 1 ? null : { kind: 'compare', field: `part${every}`, comparison: 'eq', value: `p${every - 1}` };

const identifierOf = (number: number): string => `p${String(number).padStart(8, '0')}`;

const vectorOf = (number: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  model.fill(number, vector);
  return vector;
};

const publish = async (engine: Engine): Promise<void> => {
  const parts = Object.values(shares).filter((every) => every > 1);
  const builder = await engine.buildProducts('bench', {
    fields: parts.map((every) => createField(`part${every}`, 'text')),
    language: 'en',
    model: 'generated',
    plans: [],
  });
  for (let number = 0; number < size; number += 1) {
    const identifier = identifierOf(number);
    await builder.add({
      product: {
        identifier,
        displayText: `Product ${number}`,
        url: `https://shop.example/${number}`,
        price: null,
        currency: null,
        images: [],
        groupId: null,
        available: true,
        fields: Object.fromEntries(parts.map((every) => [`part${every}`, `p${number % every}`])),
      },
      picture: { hash: identifier.padStart(64, '0'), looks: vectorOf(number), colour: new Float32Array(0) },
    });
  }
  await engine.makeLive('bench', (await builder.finish()).version);
};

/** The scores of all products with each source; one pass over the catalogue. */
const scoreAll = (sources: readonly number[]): Float64Array[] => {
  const queries = sources.map(vectorOf);
  const scores = sources.map(() => new Float64Array(size));
  const vector = new Float32Array(dimensions);
  for (let number = 0; number < size; number += 1) {
    model.fill(number, vector);
    queries.forEach((query, index) => {
      let sum = 0;
      for (let i = 0; i < dimensions; i += 1) sum += (query[i] ?? 0) * (vector[i] ?? 0);
      const own = scores[index];
      if (own) own[number] = sum;
    });
  }
  return scores;
};

const ask = async (reader: ProductReader, number: number, every: number): Promise<SearchResult> => {
  const source = await reader.source(identifierOf(number));
  if (!source) throw new Error(`There is no product ${number}.`);
  return reader.search({
    ...createQuery({ kind: 'looks', source, weights }, setLength),
    candidates: setLength,
    filter: filterOf(every),
  });
};

/** Scores are whole millionths: products that differ by less may be on either side of an end. */
const tolerance = 2e-6;

/** How many of the first `length` hits score as well as the true ones, and how many there are. */
const countFound = (
  { hits }: SearchResult,
  scores: Float64Array,
  source: number,
  every: number,
  length: number,
) => {
  const ranked = scores
    .filter((_, number) => number !== source && isPassing(number, every))
    .sort()
    .reverse();
  const expected = Math.min(length, ranked.length);
  const last = ranked[expected - 1] ?? 0;
  const found = hits.slice(0, length).filter(({ score }) => score >= last - tolerance).length;
  return { found, expected };
};

const toText = ({ count, hits }: SearchResult): string =>
  JSON.stringify([count, hits.map(({ identifier, score }) => [identifier, score])]);

const measure = async (
  reader: ProductReader,
  sources: readonly number[],
  scores: readonly Float64Array[],
  every: number,
) => {
  const [times, answers]: [number[], SearchResult[]] = [[], []];
  const used = process.cpuUsage();
  for (const source of sources) {
    const start = performance.now();
    answers.push(await ask(reader, source, every));
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(used);
  const share = (length: number): number => {
    const counts = answers.map((answer, index) =>
      countFound(answer, scores[index] ?? new Float64Array(0), sources[index] ?? 0, every, length),
    );
    const sum = (of: 'found' | 'expected'): number => counts.reduce((total, count) => total + count[of], 0);
    return Number((sum('found') / sum('expected')).toFixed(4));
  };
  let different = 0;
  for (const [index, source] of [...sources.entries()].reverse())
    if (toText(await ask(reader, source, every)) !== toText(answers[index] ?? emptyAnswer)) different += 1;
  times.sort((a, b) => a - b);
  return {
    recallOf200: share(setLength),
    recallOf24: share(pageLength),
    medianMs: Number((times[times.length >> 1] ?? 0).toFixed(2)),
    cpuMs: Number(((user + system) / 1000 / sources.length).toFixed(2)),
    different,
  };
};

const emptyAnswer: SearchResult = { count: 0, organic: 0, hits: [], facets: [], text: null };

const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'kindred-bench-')));
const engine = await openEmbeddedEngine({ folder });
try {
  if (!engine.products('bench')) await publish(engine);
  const reader = engine.products('bench');
  if (!reader) throw new Error('Nothing is live.');
  const draw = createRandom(99);
  const sources = Array.from({ length: Number(options.samples) }, () => Math.floor(draw() * size));
  const scores = scoreAll(sources);
  const report: Record<string, unknown> = { products: size, dimensions, spreadOut: options['spread-out'] };
  for (const [name, every] of Object.entries(shares)) {
    // The first questions compile the code.
    for (const source of sources) await ask(reader, (source + 1) % size, every);
    report[name] = await measure(reader, sources, scores, every);
    if (!options.json) console.log(name.padEnd(14), JSON.stringify(report[name]));
  }
  if (options.json) console.log(JSON.stringify(report));
} finally {
  await engine.close();
  if (!options.keep) await rm(folder, { recursive: true });
}
