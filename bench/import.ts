// How long does an import take, and how much memory? Generated products, each with one of a few hundred drawn
// pictures, through the same steps as `kindred import` and like it in a process of its own; then the same feed with
// 1 % of the prices changed, and then with 1 % of the products in new pictures. The yardstick of both is the first
// import of the same run: of all its steps, and of publishing alone (writing, comparing, going live).
//   node bench/import.ts [products = 100000] [pictures = 400]
// Memory is that of the import's process and of those it starts, together.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ImportMeasurement } from './support/import-once.ts';

const [products = 100_000, pictures = 400] = process.argv.slice(2).map(Number);
const promised = { peakMb: 1_500, changedPercent: 5 };
/** Of each kind; a box that asks for the same category compares within one. */
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

/** Every hundredth product, from the given one on. */
const isInOnePercent = (place: number, from: number): boolean => place % 100 === from;

type FeedVariant = { readonly dearer: boolean; readonly redrawn: boolean };

const writeFeed = async ({ dearer, redrawn }: FeedVariant): Promise<void> => {
  const out = createWriteStream(join(folder, 'feed.ndjson'));
  for (let place = 0; place < products; place += 1) {
    const kind = kinds[place % kinds.length] ?? '';
    const isRedrawn = redrawn && isInOnePercent(place, 13);
    const row = {
      id: `p${place}`,
      title: `${kind} number ${place}`,
      link: `https://shop.example/p/${place}`,
      price: 5 + (place % 200) + (dearer && isInOnePercent(place, 7) ? 0.5 : 0),
      category: `Home/${kind}/Series ${Math.floor(place / kinds.length) % series}`,
      colour: `colour ${place % 12}`,
      image: `${isRedrawn ? pictures + Math.floor(place / 100) : place % pictures}.jpg`,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  await once(out.end(), 'finish');
};

const pageBytes = 4096;
const residentPages = async (pid: number | string): Promise<number> =>
  Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? 0);

/** Resident memory of a process and of those it started; 0 where the system does not tell. */
const residentMb = async (pid: number): Promise<number> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pages = await Promise.all([pid, ...children.split(' ').filter(Boolean)].map(residentPages));
  return (pages.reduce((sum, count) => sum + count, 0) * pageBytes) / 2 ** 20;
};

type ImportResult = ImportMeasurement & { readonly peakMb: number };

const runImport = async (what: string, edition: FeedVariant): Promise<ImportResult> => {
  await writeFeed(edition);
  const child = fork(join(import.meta.dirname, 'support', 'import-once.ts'), [folder]);
  let peakMb = 0;
  const look = () => void residentMb(child.pid ?? 0).then((mb) => (peakMb = Math.max(peakMb, mb)));
  const watch = setInterval(look, 100);
  const ended = once(child, 'exit');
  const [told] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${what}: the import ended without a word`))),
  ]).finally(() => clearInterval(watch))) as [ImportMeasurement];
  await ended;
  const { seconds, steps, vectors, state } = told;
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${vectors} vectors computed, ${peakMb.toFixed(0)} MB at most, ${state}`,
  );
  for (const [step, took] of Object.entries(steps)) console.log(`${took.toFixed(2).padStart(10)} s  ${step}`);
  return { ...told, peakMb };
};

const publishSeconds = ({ steps }: ImportMeasurement): number =>
  (steps['writing'] ?? 0) + (steps['comparing pictures'] ?? 0);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const formatVerdict = (isKept: boolean): string => (isKept ? 'kept' : 'NOT kept');

try {
  await drawPictures(0, pictures);
  const full = await runImport('first import', { dearer: false, redrawn: false });
  const dearer = await runImport('1 % of the prices changed', { dearer: true, redrawn: false });
  await drawPictures(pictures, Math.ceil(products / 100));
  const redrawn = await runImport('1 % in new pictures', { dearer: true, redrawn: true });
  const shares = (one: ImportResult): string =>
    `${percent(publishSeconds(one), publishSeconds(full))} of publishing, ${percent(one.seconds, full.seconds)} of the import`;
  const isQuick = 100 * publishSeconds(dearer) < promised.changedPercent * publishSeconds(full);
  const peakMb = Math.max(full.peakMb, dearer.peakMb, redrawn.peakMb);
  console.log(
    `prices: ${shares(dearer)} (promise: under ${promised.changedPercent} % of publishing, ${formatVerdict(isQuick)})`,
  );
  console.log(`pictures: ${shares(redrawn)}`);
  console.log(
    `peak memory: ${peakMb.toFixed(0)} MB (promise: under ${promised.peakMb} MB, ${formatVerdict(peakMb < promised.peakMb)})`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
