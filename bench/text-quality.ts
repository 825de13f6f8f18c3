/*
 * How well does the text rung rank? node bench/text-quality.ts <folder> [--folds]
 *
 * The folder has products.ndjson.gz and ratings.csv (query, product, grade 0 to 3). The catalogue is mapped as an
 * import maps it, published with the embedded engine and searched through its reader. The yardstick is plain BM25 over
 * name, title and short description, in the same run. `--folds` runs a five-fold cross-validation: it fits the three
 * parameters on four fifths of the searches and evaluates them on the fifth.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Field, FieldOverride } from '../src/domain/dataset.ts';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { sectionsFromArrays } from '../src/engine/embedded/storage/sections.ts';
import { packImpacts, readTextIndex } from '../src/engine/embedded/text/text-index.ts';
import { tokenizeProducts, weighTokens } from '../src/engine/semantics/text/term-impacts.ts';
import { textParameters } from '../src/engine/semantics/text/parameters.ts';
import { chooseIndexedFields } from '../src/engine/semantics/text/indexed-fields.ts';
import { searchText } from '../src/engine/embedded/text/text-search.ts';
import { noArrangement, type ProductReader, type TextQuery } from '../src/engine/engine.ts';
import type { RawValue } from '../src/ingest/formats/feed.ts';
import {
  type GradedSearch,
  hasRelevantProduct,
  judgedShare,
  mean,
  ndcg,
  ndcgOfGraded,
  readGrades,
} from './support/graded-searches.ts';
import { type MappedFeed, mapRows, readRows } from './support/mapped-feed.ts';
import { createPlainBm25 } from './support/plain-bm25.ts';

const language = 'en';
const places = 10;
/** The default number of candidates of a box; graded products are looked for among these. */
const depth = 200;
const dataset = '11111111-2222-4333-8444-555555555555';
const folds = 5;
const grid = {
  saturation: [0.15, 0.3, 0.6, 1.2],
  lengthPenalty: [0.4, 0.6, 0.8],
  attributeWeight: [0.15, 0.3, 0.6],
};

const defaultQuery: TextQuery = {
  text: '',
  searchMode: 'Any',
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
  synonyms: [],
};

type Ask = (text: string, more?: Partial<TextQuery>) => Promise<string[]>;

/** Publishes the catalogue, calls `use` with its reader, and removes it afterwards. */
const withPublishedCatalogue = async (
  { fields, products }: MappedFeed,
  use: (reader: ProductReader) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-text-'));
  const engine = await openEmbeddedEngine({ folder });
  try {
    const builder = await engine.buildProducts(dataset, { fields, language, model: 'none', plans: [] });
    const started = performance.now();
    for (const product of products) await builder.add({ product, picture: null });
    const { version, bytes } = await builder.finish();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${fields.length} fields: ${(bytes / 1e6).toFixed(1)} MB, published in ${seconds} s`);
    await engine.makeLive(dataset, version);
    const reader = engine.products(dataset);
    if (reader) await use(reader);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
};

const createAsk =
  (reader: ProductReader): Ask =>
  async (text, more = {}) => {
    const answer = await reader.search({
      seed: { kind: 'text', source: null, query: { ...defaultQuery, text, ...more } },
      same: { fields: [], mode: 'All' },
      exclude: null,
      filter: null,
      minimumScore: 0,
      candidates: depth,
      arrangement: noArrangement,
      orderBy: [],
      page: { skip: 0, take: depth },
      facets: [],
      explain: false,
    });
    return answer.hits.map((hit) => hit.identifier);
  };

type Figures = { readonly ndcg: readonly number[]; readonly ofGraded: number; readonly judged: number };

const measure = async (
  searches: readonly GradedSearch[],
  ask: (query: string) => Promise<string[]> | string[],
): Promise<Figures> => {
  const found: string[][] = [];
  for (const search of searches) found.push(await ask(search.query));
  return {
    ndcg: searches.map((search, index) => ndcg(search, found[index] ?? [])),
    ofGraded: mean(searches.map((search, index) => ndcgOfGraded(search, found[index] ?? []))),
    judged: mean(searches.map((search, index) => judgedShare(search, found[index] ?? []))),
  };
};

const printFigures = (name: string, figures: Figures, yardstick: Figures | null = null) => {
  const line = `${name.padEnd(52)}NDCG@10 ${mean(figures.ndcg).toFixed(3)}  judged@10 ${figures.judged.toFixed(3)}  graded only ${figures.ofGraded.toFixed(3)}`;
  if (yardstick === null) return console.log(line);
  const differences = figures.ndcg.map((value, index) => value - (yardstick.ndcg[index] ?? 0));
  const better = differences.filter((difference) => difference > 0.01).length;
  const worse = differences.filter((difference) => difference < -0.01).length;
  console.log(`${line}  ${better} searches better, ${worse} worse`);
};

/** Misspells one letter of the longest word: dropped, doubled, swapped or replaced, depending on the query's length. */
const misspell = (query: string): string => {
  const longest = query.split(' ').reduce((a, b) => (b.length > a.length ? b : a), '');
  const at = Math.floor(longest.length / 2);
  const [before, letter, after] = [longest.slice(0, at), longest.charAt(at), longest.slice(at + 1)];
  const wrong = [
    before + after,
    before + letter + letter + after,
    before.slice(0, -1) + letter + before.slice(-1) + after,
    `${before}q${after}`,
  ][query.length % 4];
  return query.replace(longest, wrong ?? longest);
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

const measureTimes = async (
  ask: Ask,
  searches: readonly GradedSearch[],
  more: Partial<TextQuery>,
): Promise<string> => {
  const times: number[] = [];
  for (const { query } of [...searches, ...searches, ...searches]) {
    const started = performance.now();
    await ask(misspell(query), more);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return `median ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`;
};

/** NDCG of each search for each point of the grid, directly on the text index, without files. */
const evaluateGrid = async ({ fields, products }: MappedFeed, searches: readonly GradedSearch[]) => {
  const sorted = [...products].sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
  const points = grid.saturation.flatMap((saturation) =>
    grid.lengthPenalty.flatMap((lengthPenalty) =>
      grid.attributeWeight.map((attributeWeight) => ({ saturation, lengthPenalty, attributeWeight })),
    ),
  );
  const indexedFields = chooseIndexedFields(sorted, fields, textParameters.primaryShare);
  const tokenStream = tokenizeProducts(sorted, indexedFields, language);
  const results: { readonly point: (typeof points)[number]; readonly figures: readonly number[] }[] = [];
  for (const point of points) {
    const arrays = packImpacts(weighTokens(tokenStream, indexedFields, { ...textParameters, ...point }));
    const index = readTextIndex(sectionsFromArrays(arrays), language);
    const figures: number[] = [];
    for (const search of searches) {
      const { rows, units } = await searchText(index, { ...defaultQuery, text: search.query }, () => false);
      const order = [...units.keys()].sort((a, b) => (units[b] ?? 0) - (units[a] ?? 0) || a - b);
      const identifiers = order.slice(0, places).map((at) => sorted[rows[at] ?? 0]?.identifier ?? '');
      figures.push(ndcg(search, identifiers));
    }
    results.push({ point, figures });
  }
  return results;
};

const crossValidate = async (feed: MappedFeed, searches: readonly GradedSearch[]) => {
  const results = await evaluateGrid(feed, searches);
  const heldOut: number[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const meanOf = (figures: readonly number[], inFold: boolean) =>
      mean(figures.filter((_, index) => (index % folds === fold) === inFold));
    const best = results.reduce((a, b) => (meanOf(b.figures, false) > meanOf(a.figures, false) ? b : a));
    heldOut.push(...best.figures.filter((_, index) => index % folds === fold));
    console.log(
      `  fold ${fold}: chosen ${JSON.stringify(best.point)} ${meanOf(best.figures, false).toFixed(3)}, held out ${meanOf(best.figures, true).toFixed(3)}`,
    );
  }
  console.log(
    `held out, ${folds} folds, ${results.length} settings tried`.padEnd(52) +
      `NDCG@10 ${mean(heldOut).toFixed(3)}`,
  );
};

const [folder, option] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node bench/text-quality.ts <folder> [--folds]');
const rows = await readRows(join(folder, 'products.ndjson.gz'));
const all = await readGrades(join(folder, 'ratings.csv'));
const searches = all.filter(hasRelevantProduct);
console.log(
  `${rows.length} products, ${all.length} graded searches; ${all.length - searches.length} have no relevant product and are left out`,
);

const textIn = (value: RawValue | undefined): string => (typeof value === 'string' ? value : '');
const presented = new Map(
  rows.map((row) => [
    textIn(row['id']),
    ['name', 'title', 'short_description'].map((name) => textIn(row[name])).join(' '),
  ]),
);
const baseline = createPlainBm25(presented, language);
const yardstick = await measure(searches, (query) => baseline(query, depth));
printFigures('plain BM25 over name, title, short description', yardstick);

type Declaration = { readonly datasets: readonly { readonly fields?: readonly FieldOverride[] }[] };
const declaration = JSON.parse(
  await readFile(new URL('../examples/icecat.json', import.meta.url), 'utf8'),
) as Declaration;
const overrides = declaration.datasets[0]?.fields ?? [];
const isAttribute = (field: Field) => field.name.startsWith('attr_t_');

const inspected = mapRows(rows, overrides);
await withPublishedCatalogue(inspected, async (reader) => {
  const found = await measure(searches, createAsk(reader));
  printFigures('engine, mapping as inspection finds it', found, yardstick);
});

const feed = {
  ...inspected,
  fields: inspected.fields.map((field) => (isAttribute(field) ? { ...field, searchable: true } : field)),
};
await withPublishedCatalogue(feed, async (reader) => {
  const ask = createAsk(reader);
  printFigures('engine, every text attribute searchable', await measure(searches, ask), yardstick);
  const unknown = searches.filter(({ query }) => query.length > 4);
  const wrong = async (more: Partial<TextQuery>) => measure(unknown, (query) => ask(misspell(query), more));
  printFigures(`the same, ${unknown.length} searches, spelt right`, await measure(unknown, ask));
  for (const fuzzySensitiveness of ['Off', 'One', 'Two'] as const) {
    printFigures(
      `  misspelt by one letter, fuzzySensitiveness ${fuzzySensitiveness}`,
      await wrong({ fuzzySensitiveness }),
    );
    console.log(`    ${await measureTimes(ask, searches, { fuzzySensitiveness })} a search`);
  }
});

if (option === '--folds') await crossValidate(feed, searches);
