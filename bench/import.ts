// How long does an import take, and how much memory? Generated products, each with one of a few hundred drawn
// pictures, through the same steps as `kindred import`; then the same feed with 1 % of the prices changed, and then
// with 1 % of the products in new pictures. The yardstick of both is the first import of the same run.
//   node bench/import.ts [products = 100000] [pictures = 400] [--steps]
// `--steps` tells how long each step took. Memory is that of this process and of those it starts, together.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { applyDeclaration } from '../src/declare/apply.ts';
import type { Job } from '../src/ingest/jobs/job.ts';

const [products = 100_000, pictures = 400] = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
const tellsSteps = process.argv.includes('--steps');
const promised = { peakMb: 1_500, changedPercent: 5 };
const tellEveryMs = 5_000;
/** Of each kind; a box that asks for the same category compares within one. */
const series = 10;
const kinds = ['lamp', 'mug', 'chair', 'vase', 'rug', 'clock', 'shelf', 'bowl'];
const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-import-'));
const feed = join(folder, 'feed.ndjson');

const draw = async (first: number, count: number): Promise<void> => {
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
const isOfShare = (place: number, from: number): boolean => place % 100 === from;

type Edition = { readonly dearer: boolean; readonly redrawn: boolean };

const write = async ({ dearer, redrawn }: Edition): Promise<void> => {
  const out = createWriteStream(feed);
  for (let place = 0; place < products; place += 1) {
    const kind = kinds[place % kinds.length] ?? '';
    const isRedrawn = redrawn && isOfShare(place, 13);
    const row = {
      id: `p${place}`,
      title: `${kind} number ${place}`,
      link: `https://shop.example/p/${place}`,
      price: 5 + (place % 200) + (dearer && isOfShare(place, 7) ? 0.5 : 0),
      category: `Home/${kind}/Series ${Math.floor(place / kinds.length) % series}`,
      colour: `colour ${place % 12}`,
      image: `${isRedrawn ? pictures + Math.floor(place / 100) : place % pictures}.jpg`,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  await once(out.end(), 'finish');
};

/** Resident memory of this process and of those it started, in MB; of this one alone where the system does not tell. */
const residentMb = async (): Promise<number> => {
  const own = process.memoryUsage.rss();
  const { pid } = process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pages = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (child) =>
        Number((await readFile(`/proc/${child}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? 0),
      ),
  );
  return (own + pages.reduce((sum, count) => sum + count * 4096, 0)) / 2 ** 20;
};

const lineOf = ({ step, progress }: Job): string => {
  const { rows, pictures: found, vectors, rate, etaSeconds } = progress;
  const left = etaSeconds === null ? '' : `, ${etaSeconds} s left in this step`;
  return `  ${step ?? ''}: ${rows} rows, ${found} pictures, ${vectors} vectors, ${rate ?? '–'}/s${left}`;
};

const kindred = await compose(
  { ...readConfig({}), dataDir: join(folder, 'data'), demo: false },
  { serves: false },
);
let peakMb = 0;
const watch = setInterval(() => void residentMb().then((mb) => (peakMb = Math.max(peakMb, mb))), 100);
try {
  const { store, imports } = kindred;
  applyDeclaration({ store, actor: 'bench', baseFolder: folder })({
    website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
    datasets: [
      { name: 'catalogue', kind: 'products', source: { file: feed, images: join(folder, 'images') } },
    ],
    boxes: [
      {
        name: 'similar',
        kind: 'search',
        dataset: 'catalogue',
        facets: ['category', 'colour', 'price'],
        sameAsSource: ['category'],
      },
    ],
  });
  const website = store.websites.byName('shop');
  const dataset = website && store.datasets.byName(website.id, 'catalogue');
  if (!dataset) throw new Error('it was declared a moment ago');

  const timed = async (what: string, edition: Edition): Promise<number> => {
    await write(edition);
    const { id } = imports.open({ website, dataset }, {});
    const ticker = setInterval(() => {
      const job = imports.get(dataset, id);
      if (job !== null) console.log(lineOf(job));
    }, tellEveryMs);
    const steps = new Map<string, number>();
    let [step, since] = ['begin', performance.now()];
    const startedAt = since;
    const progress = (name: string): void => {
      const now = performance.now();
      steps.set(step, (steps.get(step) ?? 0) + now - since);
      [step, since] = [name, now];
    };
    const job = await imports
      .run({ website, dataset }, id, { signal: new AbortController().signal, progress })
      .finally(() => clearInterval(ticker));
    progress('end');
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows, pictures: found, vectors } = job.progress;
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${rows} rows, ${found} pictures, ${vectors} vectors computed, ${job.state}`,
    );
    if (tellsSteps)
      for (const [name, ms] of steps) console.log(`  ${(ms / 1000).toFixed(2).padStart(8)} s  ${name}`);
    return seconds;
  };
  const shareOf = (seconds: number): string => `${((100 * seconds) / full).toFixed(1)} % of the first import`;
  const verdict = (isKept: boolean): string => (isKept ? 'kept' : 'NOT kept');

  await draw(0, pictures);
  const full = await timed('first import', { dearer: false, redrawn: false });
  const dearer = await timed('1 % of the prices changed', { dearer: true, redrawn: false });
  await draw(pictures, Math.ceil(products / 100));
  const redrawn = await timed('1 % in new pictures', { dearer: true, redrawn: true });
  const { peakMb: mostMb, changedPercent } = promised;
  console.log(
    `prices: ${shareOf(dearer)} (promise: under ${changedPercent} %, ${verdict(100 * dearer < changedPercent * full)})`,
  );
  console.log(`pictures: ${shareOf(redrawn)}`);
  console.log(
    `peak memory, processes together: ${peakMb.toFixed(0)} MB (promise: under ${mostMb} MB, ${verdict(peakMb < mostMb)})`,
  );
} finally {
  clearInterval(watch);
  await kindred.close();
  await rm(folder, { recursive: true, force: true });
}
