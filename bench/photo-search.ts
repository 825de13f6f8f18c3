/**
 * Search by picture on an imported catalogue, as a box with the default weights answers:
 *
 *   node bench/photo-search.ts <data folder> <website>/<dataset> [--questions questions.csv] [--photos 200] [--copies 40] \
 *     [--parts] [--only 'another ground'] [--titles] [--unlike] [--diversity 0.1,0.3]
 *
 * Questions are photos that the catalogue does not have (`photo,class` in the first line): how many of ten results have the class as
 * their category. Copies are altered pictures of the catalogue: how often the original is the first result; of pictures that cannot be
 * altered, others take the place. Everything is asked with the whole photo, with the product cut out where that answers more sharply (as
 * searches do), and with the product cut out wherever the ground is not plain. `--parts` asks as `region=auto` does, without and with it. `--only` takes the copies whose name has this text. Prints the time of each way, embedding included. `--titles` asks with titles
 * whose product is left out of what the words find: how often its picture is among the first ten. `--unlike` asks for products that are
 * unlike the best result of 200 products. `--diversity` compares results by their weight of variety.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../src/compose.ts';
import { dataFiles } from '../src/data-files.ts';
import { readConfig } from '../src/config.ts';
import { boxDefaults, resolveWeights } from '../src/domain/box.ts';
import { decodeRecord } from '../src/domain/product-record.ts';
import {
  createQuery,
  createTypedQuery,
  type Hit,
  type PictureVectors,
  scanPages,
} from '../src/engine/engine.ts';
import { triedRegions } from '../src/domain/region.ts';
import type { SoughtParts } from '../src/http/photo-search/read-body.ts';
import { chooseRegion, type PhotoVectors } from '../src/operations/photo-search/photo-source.ts';
import { combinePictures } from '../src/operations/photo-search/combine-pictures.ts';
import { weighTitles } from '../src/operations/photo-search/weigh-titles.ts';
import { diversify } from '../src/operations/search/diversify.ts';
import { createReadPhoto } from '../src/service/background/photo-vectors.ts';
import { readProductPicture } from '../evaluate/looks/material.ts';
import { alterations } from './support/photo-copies.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string' },
    photos: { type: 'string', default: '1000000' },
    copies: { type: 'string', default: '0' },
    parts: { type: 'boolean' },
    only: { type: 'string', default: '' },
    titles: { type: 'boolean' },
    unlike: { type: 'boolean' },
    diversity: { type: 'string' },
  },
});
const [folder = '', name = ''] = positionals;
const [websiteName = '', datasetName = ''] = name.split('/');
const config = { ...readConfig({}), dataDir: folder, demo: false };
const kindred = await compose(config, { serves: false });
const website = kindred.store.websites.byName(websiteName);
const dataset = website && kindred.store.datasets.byName(website.id, datasetName);
const reader = dataset && kindred.engine.products(dataset.tracker);
if (!dataset || !reader) throw new Error(`Nothing is published for ${name}.`);
const embedder = await kindred.embedder(dataset.model);
const pictures = join(dataFiles(config).content, 'pictures');
const readPhoto = createReadPhoto({
  embedder: () => Promise.resolve(embedder),
  fetch: kindred.fetch,
  folder: pictures,
});
/** Varied results are chosen among these. */
const candidates = 200;
const weights = resolveWeights(boxDefaults.weights, null);

const readParts = async (bytes: Uint8Array, sought: SoughtParts): Promise<Parts> => {
  const body = { like: [{ bytes }], unlike: [], words: '' };
  return (await readPhoto(dataset, body, sought))(reader);
};
/** The first ten of the part that answers most sharply. */
const searchParts = async (parts: Parts): Promise<readonly Hit[]> => {
  const { vectors } = await chooseRegion(reader, { weights, exclude: null }, parts);
  return (await searchLooks(vectors, 10)).hits;
};

type Parts = Pick<PhotoVectors, 'parts' | 'cutOut'>;
const whole: SoughtParts = { regions: [], cutsOut: false };
const ways: readonly (readonly [string, (bytes: Uint8Array) => Promise<Parts>])[] = [
  ['as it is', (bytes) => readParts(bytes, whole)],
  ['or cut out', (bytes) => readParts(bytes, { ...whole, cutsOut: true })],
  [
    'always cut out',
    async (bytes) => {
      const { parts, cutOut } = await readParts(bytes, { ...whole, cutsOut: true });
      const [cut = parts[0]] = (await cutOut?.()) ?? [];
      return { parts: [cut], cutOut: null };
    },
  ],
  ...(options.parts === true
    ? [
        [
          'best of five parts',
          (bytes: Uint8Array) => readParts(bytes, { ...whole, regions: triedRegions }),
        ] as const,
        [
          'best of five parts or cut out',
          (bytes: Uint8Array) => readParts(bytes, { regions: triedRegions, cutsOut: true }),
        ] as const,
      ]
    : []),
];

const spread = <T>(all: readonly T[], count: number): T[] =>
  all
    .slice(0, count)
    .flatMap((_, at) => all[Math.floor((at * all.length) / Math.min(count, all.length))] ?? []);

/** The deepest of its categories. */
const classOf = ({ record }: Pick<Hit, 'record'>): string => {
  const depth = (path: string): number => path.split('/').length;
  return [decodeRecord(record)['category'] ?? '']
    .flat()
    .map(String)
    .reduce((best, path) => (depth(path) > depth(best) ? path : best));
};

/** One product of each family. */
const listFirsts = async () => {
  const firsts: { readonly identifier: string; readonly title: string; readonly label: string }[] = [];
  const seen = new Set<string>();
  for await (const page of scanPages(reader))
    for (const row of page) {
      const { identifier } = row;
      const [family = [identifier]] = await reader.families([identifier]);
      const record = decodeRecord(row.record);
      const title = String(record['displayText']);
      if (!family.some((each) => seen.has(each))) firsts.push({ identifier, title, label: classOf(row) });
      seen.add(identifier);
    }
  return firsts;
};

const askQuestions = async (file: string): Promise<void> => {
  const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
  const questions = spread(lines, Number(options.photos)).map((line) => {
    const at = line.lastIndexOf(',');
    return { photo: line.slice(0, at), label: line.slice(at + 1) };
  });
  for (const [way, read] of ways) {
    const startedAt = performance.now();
    const shares: number[] = [];
    for (const { photo, label } of questions) {
      const hits = await searchParts(await read(await readFile(photo)));
      shares.push(hits.filter((hit) => classOf(hit) === label).length / 10);
    }
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const deviation = Math.sqrt(
      shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1),
    );
    const margin = (1.96 * deviation) / Math.sqrt(shares.length);
    const ms = (performance.now() - startedAt) / questions.length;
    console.log(
      `questions, ${way}: P@10 ${mean.toFixed(3)} (± ${margin.toFixed(3)}), ${questions.length} photos, ${ms.toFixed(0)} ms each`,
    );
  }
};

const askCopies = async (count: number): Promise<void> => {
  const { signal } = new AbortController();
  const indexFolder = dataFiles(config).localPictures;
  const needs = { engine: kindred.engine, fetch: kindred.fetch, folder: pictures, indexFolder, signal };
  const firsts = await listFirsts();
  const originals = [...new Set([...spread(firsts, count), ...firsts])];
  for (const [kind, alter] of Object.entries(alterations).filter(([name]) => name.includes(options.only))) {
    const found = ways.map(() => 0);
    let copies = 0;
    for (const { identifier } of originals) {
      if (copies === count) break;
      const bytes = await readProductPicture(needs, dataset, identifier);
      const copy = bytes && (await alter(bytes));
      if (copy === null) continue;
      copies += 1;
      const [family = [identifier]] = await reader.families([identifier]);
      for (const [at, [, read]] of ways.entries()) {
        const [best] = await searchParts(await read(copy));
        if (best && family.includes(best.identifier)) found[at] = (found[at] ?? 0) + 1;
      }
    }
    for (const [at, [way]] of ways.entries()) {
      const first = found[at] ?? 0;
      const share = ((100 * first) / Math.max(1, copies)).toFixed(0);
      console.log(`copies, ${kind}, ${way}: the original first ${first} of ${copies}, ${share} %`);
    }
  }
};

const searchLooks = (vectors: PictureVectors, count: number) => {
  const source = { identifier: '', vectors, hasLooks: true, values: () => [], text: () => '' };
  return reader.search(createQuery({ kind: 'looks', source, weights }, count));
};

const askTitles = async (): Promise<void> => {
  const found = { 'mean of the products': 0, 'learnt from their titles': 0 };
  let asked = 0;
  for (const { identifier, title } of await listFirsts()) {
    const [family = []] = await reader.families([identifier]);
    const query = createTypedQuery(title, 'Any');
    const { hits } = await reader.search(createQuery({ kind: 'text', source: null, query }, 11));
    const others = hits.filter((hit) => !family.includes(hit.identifier)).slice(0, 10);
    const pictures = await reader.pictures(others.map((hit) => hit.identifier));
    const usable = others.flatMap((hit, at) => {
      const vectors = pictures[at];
      return vectors ? [{ vectors, title: String(decodeRecord(hit.record)['displayText']) }] : [];
    });
    if (usable.length === 0) continue;
    asked += 1;
    const shares = weighTitles(
      usable.map((each) => each.title),
      title,
    );
    for (const way of ['mean of the products', 'learnt from their titles'] as const) {
      const words = usable.map(({ vectors }, at) => ({
        vectors,
        share: way === 'mean of the products' ? 1 / usable.length : (shares[at] ?? 0),
      }));
      const { hits: best } = await searchLooks(combinePictures([], [], words), 10);
      if (best.some((hit) => family.includes(hit.identifier))) found[way] += 1;
    }
  }
  for (const [way, count] of Object.entries(found))
    console.log(`titles, ${way}: ${count} of ${asked} products among the first ten`);
};

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

const askVaried = async (list: string): Promise<void> => {
  const firsts = spread(await listFirsts(), 200);
  for (const diversity of [0, ...list.split(',').map(Number)]) {
    let [right, alike] = [0, 0];
    for (const { identifier, label } of firsts) {
      const source = await reader.source(identifier);
      if (source === null) continue;
      const set = await reader.search(createQuery({ kind: 'looks', source, weights }, candidates));
      const page = { skip: 0, take: 10 };
      const { hits } = diversity === 0 ? set : await diversify(reader, set, { ...weights, diversity }, page);
      const ten = hits.slice(0, 10);
      right += ten.filter((hit) => classOf(hit) === label).length / 10;
      const looks = (await reader.pictures(ten.map((hit) => hit.identifier))).flatMap(
        (each) => each?.looks ?? [],
      );
      const pairs = looks.flatMap((a, at) => looks.slice(at + 1).map((b) => dot(a, b)));
      alike += pairs.reduce((sum, each) => sum + each, 0) / Math.max(1, pairs.length);
    }
    console.log(
      `diversity ${diversity}: P@10 ${(right / firsts.length).toFixed(3)}, mean similarity within ten ${(alike / firsts.length).toFixed(3)}`,
    );
  }
};

/** The best result of each product is what results should be unlike; neither of the two is a result. */
const askUnlike = async (): Promise<void> => {
  const ways = { 'without it': [0, 0], 'with it': [0, 0] };
  let asked = 0;
  for (const { identifier, label } of spread(await listFirsts(), 200)) {
    const [own] = await reader.pictures([identifier]);
    const [family = [identifier]] = await reader.families([identifier]);
    if (!own) continue;
    const others = (await searchLooks(own, 40)).hits.filter((hit) => !family.includes(hit.identifier));
    const [best] = others;
    const [unliked] = best ? await reader.pictures([best.identifier]) : [];
    if (!best || !unliked) continue;
    asked += 1;
    const found = (await searchLooks(combinePictures([own], [unliked]), 40)).hits;
    for (const [way, hits] of [
      ['without it', others],
      ['with it', found],
    ] as const) {
      const named = [...family, best.identifier];
      const ten = hits.filter((hit) => !named.includes(hit.identifier)).slice(0, 10);
      const looks = (await reader.pictures(ten.map((hit) => hit.identifier))).flatMap(
        (each) => each?.looks ?? [],
      );
      const alike =
        looks.reduce((sum, each) => sum + dot(each, unliked.looks), 0) / Math.max(1, looks.length);
      const right = ten.filter((hit) => classOf(hit) === label).length / 10;
      const [sumAlike = 0, sumRight = 0] = ways[way];
      ways[way] = [sumAlike + alike, sumRight + right];
    }
  }
  for (const [way, [alike = 0, right = 0]] of Object.entries(ways))
    console.log(
      `unlike, ${way}: mean similarity to it ${(alike / asked).toFixed(3)}, P@10 ${(right / asked).toFixed(3)}, ${asked} products`,
    );
};

if (options.titles === true) await askTitles();
if (options.unlike === true) await askUnlike();
if (options.diversity !== undefined) await askVaried(options.diversity);
if (options.questions !== undefined) await askQuestions(options.questions);
if (Number(options.copies) > 0) await askCopies(Number(options.copies));
await embedder.close();
await kindred.close();
