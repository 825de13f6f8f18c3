// How long does an import take, and how much memory? Generated products, each with one of a few hundred drawn
// pictures, through the same steps as `kindred import`; then the same feed with 1 % of the prices changed.
//   node bench/import.ts [products] [pictures]      (100,000 and 400 unless given)
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { applyDeclaration } from '../src/declare/apply.ts';

const [products = 100_000, pictures = 400] = process.argv.slice(2).map(Number);
const promisedMb = 1_500;
const kinds = ['lamp', 'mug', 'chair', 'vase', 'rug', 'clock', 'shelf', 'bowl'];
const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-import-'));
const feed = join(folder, 'feed.ndjson');

const draw = async (): Promise<void> => {
  await mkdir(join(folder, 'images'));
  for (let place = 0; place < pictures; place += 1) {
    const background = { r: (place * 37) % 256, g: (place * 91) % 256, b: (place * 153) % 256 };
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
    await picture.jpeg().toFile(join(folder, 'images', `${place}.jpg`));
  }
};

const write = async (changedShare: number): Promise<void> => {
  const out = createWriteStream(feed);
  for (let place = 0; place < products; place += 1) {
    const kind = kinds[place % kinds.length] ?? '';
    const isChanged = changedShare > 0 && place % Math.round(1 / changedShare) === 0;
    const row = {
      id: `p${place}`,
      title: `${kind} number ${place}`,
      link: `https://shop.example/p/${place}`,
      price: 5 + (place % 200) + (isChanged ? 0.5 : 0),
      category: `Home/${kind}`,
      colour: `colour ${place % 12}`,
      image: `${place % pictures}.jpg`,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  await once(out.end(), 'finish');
};

const kindred = await compose({ ...readConfig({}), dataDir: join(folder, 'data'), demo: false });
let peakMb = 0;
const watch = setInterval(() => (peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20)), 50);
try {
  const { store, imports } = kindred;
  applyDeclaration({ store, actor: 'bench', baseFolder: folder })({
    website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
    datasets: [
      { name: 'catalogue', kind: 'products', source: { file: feed, images: join(folder, 'images') } },
    ],
    boxes: [
      { name: 'similar', kind: 'search', dataset: 'catalogue', facets: ['category', 'colour', 'price'] },
    ],
  });
  const website = store.websites.byName('shop');
  const dataset = website && store.datasets.byName(website.id, 'catalogue');
  if (!dataset) throw new Error('it was declared a moment ago');
  await draw();
  const timed = async (what: string): Promise<number> => {
    const startedAt = performance.now();
    const { id } = imports.open({ website, dataset }, {});
    const job = await imports.run({ website, dataset }, id, { signal: new AbortController().signal });
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows, vectors } = job.progress;
    console.log(`${what}: ${seconds.toFixed(1)} s, ${rows} rows, ${vectors} vectors computed, ${job.state}`);
    return seconds;
  };
  await write(0);
  const full = await timed('first import');
  await write(0.01);
  const again = await timed('1 % of the prices changed');
  console.log(`the second takes ${((100 * again) / full).toFixed(1)} % of the first`);
  const verdict = peakMb < promisedMb ? 'kept' : 'NOT kept';
  console.log(
    `peak memory of this process: ${peakMb.toFixed(0)} MB (promise: under ${promisedMb} MB, ${verdict})`,
  );
} finally {
  clearInterval(watch);
  await kindred.close();
  await rm(folder, { recursive: true, force: true });
}
