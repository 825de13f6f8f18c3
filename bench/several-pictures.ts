/**
 * Is a product found better by all of its pictures than by the first?
 *   node bench/several-pictures.ts <feed> <folder of pictures> [field = categories]
 * Every first picture is used once as the query; other products with the same deepest value of the field are right
 * (P@10, products with the same first word of their number count as one). Looks weigh 1, colour .3. The yardstick is the
 * first picture, as imports use it. The differences are paired, with 95 % intervals.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedding } from '../src/embedder/embedder.ts';
import { openDefaultEmbedder } from '../src/embedder/open/open-model.ts';
import { readFeed } from '../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../src/ingest/formats/unpack.ts';
import { dotRows, normalize } from '../src/learning/looks/train/matrix.ts';
import { estimateMean, precisionAt, rankFamilies } from '../src/learning/looks/decide/measure.ts';

type Entry = {
  readonly family: string;
  readonly label: string;
  readonly files: readonly string[];
};
type Pictured = Entry & { readonly pictures: readonly Embedding[] };

const [feed, folder, field = 'categories'] = process.argv.slice(2);
if (feed === undefined || folder === undefined)
  throw new Error('usage: node bench/several-pictures.ts <feed> <folder of pictures> [field]');
/** Of one product at most. */
const mostPictures = 4;

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const toList = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(toText) : toText(value).split(','))
    .map((each) => each.trim())
    .filter(Boolean);

const findDeepest = (values: readonly string[]): string =>
  values.reduce((best, value) => (value.split('/').length > best.split('/').length ? value : best), '');

const readEntries = async (): Promise<Entry[]> => {
  const entries = new Map<string, Entry>();
  for await (const item of readFeed(readFeedFile(feed))) {
    if (item.kind !== 'row') continue;
    const files = [...new Set(toList(item.row.images))].map((name) => join(folder, name));
    const label = findDeepest(toList(item.row[field]));
    const [first] = files;
    if (first === undefined || label === '' || entries.has(first)) continue;
    entries.set(first, {
      family: (toText(item.row.sku) || first).split('-')[0] ?? '',
      label,
      files: files.filter((file) => existsSync(file)).slice(0, mostPictures),
    });
  }
  return [...entries.values()].filter(({ files }) => files.length > 0);
};

const embedAll = async (entries: readonly Entry[]): Promise<Pictured[]> => {
  const embedder = await openDefaultEmbedder();
  const files = [...new Set(entries.flatMap((entry) => entry.files))];
  const results = await embedder.embed(await Promise.all(files.map((file) => readFile(file))));
  await embedder.close();
  const byFile = new Map(files.map((file, at) => [file, results[at]]));
  return entries.map((entry) => ({
    ...entry,
    pictures: entry.files.flatMap((file) => {
      const result = byFile.get(file);
      return result?.ok === true ? [result.embedding] : [];
    }),
  }));
};

const dot = (a: Float32Array, b: Float32Array): number => dotRows(a, 0, b, 0, a.length);
const compare = (a: Embedding, b: Embedding): number => dot(a.looks, b.looks) + 0.3 * dot(a.colour, b.colour);
const average = (vectors: readonly Float32Array[]): Float32Array =>
  normalize(
    (vectors[0] ?? new Float32Array()).map((_, at) =>
      vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0),
    ),
  );

const products = (await embedAll(await readEntries())).filter(({ pictures }) => pictures.length > 0);
const several = products.filter(({ pictures }) => pictures.length > 1).length;
console.log(`${products.length} first pictures, ${several} products with more`);

const measure = (pictures: readonly (readonly Embedding[])[]): number[] =>
  products.map((_, query) => {
    const scores = Float32Array.from(pictures, (others) =>
      Math.max(...(pictures[query] ?? []).flatMap((own) => others.map((other) => compare(own, other)))),
    );
    return precisionAt(rankFamilies(scores, products, query, 10), products, query);
  });

const ways: Readonly<Record<string, readonly (readonly Embedding[])[]>> = {
  'first picture': products.map(({ pictures }) => pictures.slice(0, 1)),
  'mean of all': products.map(({ pictures }) => [
    {
      looks: average(pictures.map(({ looks }) => looks)),
      colour: average(pictures.map(({ colour }) => colour)),
    },
  ]),
  'best of all': products.map(({ pictures }) => pictures),
};
let yardstick: readonly number[] | null = null;
for (const [name, pictures] of Object.entries(ways)) {
  const values = measure(pictures);
  const before: readonly number[] = (yardstick ??= values);
  const difference = estimateMean(values.map((value, at) => value - (before[at] ?? 0)));
  console.log(
    `${name.padEnd(14)} P@10 ${estimateMean(values).mean.toFixed(3)}  difference ${difference.mean.toFixed(3)} (${difference.low.toFixed(3)} to ${difference.high.toFixed(3)})`,
  );
}
