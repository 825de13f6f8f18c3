// How long does an import take, and how much memory? Generated products, each with one of a few hundred generated
// pictures, through the same steps as `kindred import`, in a child process as the service does it; then the same feed
// with 1 % of the prices changed, and then with new pictures for 1 % of the products. The yardstick of both is the
// first import of the same run: of all its steps, and of publishing alone (writing, comparing, going live).
//   node bench/import.ts [products = 100000] [pictures = 400] [--first]
// `--first`: the first import alone, which is what shows the memory of a large catalogue.
// Memory is that of the import process, and with its child processes, which embed pictures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { importFlags } from '../src/service/background/import-process.ts';
import type { ImportMeasurement } from './support/import-once.ts';

const { values: options, positionals } = parseArgs({
  options: { first: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [products = 100_000, pictures = 400] = positionals.map(Number);
const promise = { peakMb: 1_000, changedPercent: 5 };
/** Categories for each kind of product; the box of this bench compares within a category. */
const series = 10;
const kinds = ['lamp', 'mug', 'chair', 'vase', 'rug', 'clock', 'shelf', 'bowl'];
const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-import-'));

const drawPictures = async (first: number, count: number): Promise<void> => {
  await mkdir(join(folder, 'images'), { recursive: true });
  for (let place = first; place < first + count; place += 1) {
    const background = { r: (place * 37) % 256, g: (place * 91) % 256, b: (place * 153) % 256 };
    const mark = {
      create: { width: 20, height: 8 + (place % 40), channels: 3, background: '#ffffff' },
    } as const;
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
    const marked = picture.composite([{ input: mark, left: place % 40, top: 4 }]);
    await marked.jpeg().toFile(join(folder, 'images', `${place}.jpg`));
  }
};

/** One product in a hundred; `remainder` chooses which. */
const isInOnePercent = (place: number, remainder: number): boolean => place % 100 === remainder;

type FeedVariant = { readonly pricesChanged: boolean; readonly picturesChanged: boolean };

const writeFeed = async ({ pricesChanged, picturesChanged }: FeedVariant): Promise<void> => {
  const out = createWriteStream(join(folder, 'feed.ndjson'));
  for (let place = 0; place < products; place += 1) {
    const kind = kinds[place % kinds.length] ?? '';
    const hasNewPicture = picturesChanged && isInOnePercent(place, 13);
    const row = {
      id: `p${place}`,
      title: `${kind} number ${place}`,
      link: `https://shop.example/p/${place}`,
      price: 5 + (place % 200) + (pricesChanged && isInOnePercent(place, 7) ? 0.5 : 0),
      category: `Home/${kind}/Series ${Math.floor(place / kinds.length) % series}`,
      colour: `colour ${place % 12}`,
      image: `${hasNewPicture ? pictures + Math.floor(place / 100) : place % pictures}.jpg`,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  await once(out.end(), 'finish');
};

const pageBytes = 4096;
const residentPages = async (pid: number | string): Promise<number> =>
  Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? 0);

/** Resident memory of a process, and with its child processes; 0 where the system does not report it. */
const residentMb = async (pid: number): Promise<{ readonly own: number; readonly all: number }> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pages = await Promise.all([pid, ...children.split(' ').filter(Boolean)].map(residentPages));
  const toMb = (counts: readonly number[]): number =>
    (counts.reduce((sum, count) => sum + count, 0) * pageBytes) / 2 ** 20;
  return { own: toMb(pages.slice(0, 1)), all: toMb(pages) };
};

type ImportResult = ImportMeasurement & { readonly peakMb: number };

const runImport = async (name: string, variant: FeedVariant): Promise<ImportResult> => {
  await writeFeed(variant);
  const child = fork(join(import.meta.dirname, 'support', 'import-once.ts'), [folder], {
    execArgv: importFlags,
  });
  let [peakMb, allMb] = [0, 0];
  const sampleMemory = () =>
    void residentMb(child.pid ?? 0).then(({ own, all }) => {
      [peakMb, allMb] = [Math.max(peakMb, own), Math.max(allMb, all)];
    });
  const timer = setInterval(sampleMemory, 100);
  const ended = once(child, 'exit');
  const [result] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${name}: the import ended without a result`))),
  ]).finally(() => clearInterval(timer))) as [ImportMeasurement];
  await ended;
  const { seconds, steps, peaksMb, vectors, state } = result;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${vectors} vectors computed, ${peakMb.toFixed(0)} MB at most (${allMb.toFixed(0)} with embedding), ${state}`,
  );
  for (const [step, took] of Object.entries(steps))
    console.log(
      `${took.toFixed(2).padStart(10)} s ${(peaksMb[step] ?? 0).toFixed(0).padStart(6)} MB  ${step}`,
    );
  return { ...result, peakMb };
};

const publishSeconds = ({ steps }: ImportMeasurement): number =>
  (steps['writing'] ?? 0) + (steps['comparing pictures'] ?? 0);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const formatVerdict = (isKept: boolean): string => (isKept ? 'kept' : 'NOT kept');

const printMemory = (imports: readonly ImportResult[]): void => {
  const peakMb = Math.max(...imports.map((one) => one.peakMb));
  console.log(
    `peak memory: ${peakMb.toFixed(0)} MB (promise: under ${promise.peakMb} MB, ${formatVerdict(peakMb < promise.peakMb)})`,
  );
};

/** Imports the feed again with few changes, and prints which share of the first import that took. */
const runChanges = async (full: ImportResult): Promise<readonly ImportResult[]> => {
  const pricesChanged = await runImport('1 % of the prices changed', {
    pricesChanged: true,
    picturesChanged: false,
  });
  await drawPictures(pictures, Math.ceil(products / 100));
  const picturesChanged = await runImport('1 % in new pictures', {
    pricesChanged: true,
    picturesChanged: true,
  });
  const shares = (one: ImportResult): string =>
    `${percent(publishSeconds(one), publishSeconds(full))} of publishing, ${percent(one.seconds, full.seconds)} of the import`;
  const isQuick = 100 * publishSeconds(pricesChanged) < promise.changedPercent * publishSeconds(full);
  console.log(
    `prices: ${shares(pricesChanged)} (promise: under ${promise.changedPercent} % of publishing, ${formatVerdict(isQuick)})`,
  );
  console.log(`pictures: ${shares(picturesChanged)}`);
  return [pricesChanged, picturesChanged];
};

try {
  await drawPictures(0, pictures);
  const full = await runImport('first import', { pricesChanged: false, picturesChanged: false });
  printMemory([full, ...(options.first ? [] : await runChanges(full))]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
