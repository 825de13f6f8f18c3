import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { compose } from '../../src/compose.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { applyDeclaration } from '../../src/declare/apply/apply.ts';
import { colourDimensions, colourHistogram } from '../../src/embedder/colour/colour-histogram.ts';
import { decodePicture } from '../../src/embedder/pictures/decode.ts';
import type { Embedder, EmbeddingResult } from '../../src/embedder/embedder.ts';
import type { Files } from '../../src/files/files.ts';

/** An embedder by colour only, which needs no model and no second process. */
const colourEmbedder: Embedder = {
  model: 'colour-only',
  looksDimensions: colourDimensions,
  colourDimensions,
  embed: (pictures) => Promise.all(pictures.map(embedOne)),
  close: () => Promise.resolve(),
};

const embedOne = async (bytes: Uint8Array): Promise<EmbeddingResult> => {
  const decoded = await decodePicture(bytes, 32);
  if (!decoded.ok) return decoded;
  const colour = colourHistogram(decoded.pixels);
  return { ok: true, embedding: { looks: colour, colour } };
};

export type SmallProduct = { readonly id: string; readonly [name: string]: unknown };

export const smallProducts = (count: number, more: (place: number) => object = () => ({})): SmallProduct[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `p${place}`,
    title: `Thing ${place}`,
    link: `/p/${place}`,
    price: 10 + place,
    category: place % 2 ? 'Home/Lamps' : 'Home/Mugs',
    image: `${place % 12}.png`,
    ...more(place),
  }));

export const drawPictures = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (let place = 0; place < 12; place += 1) {
    const background = { r: place * 20, g: 255 - place * 20, b: (place * 77) % 255 };
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background } });
    await picture.png().toFile(join(folder, `${place}.png`));
  }
};

export const writeFeed = async (dataDir: string, rows: unknown): Promise<string> => {
  const file = join(dataDir, 'feed.json');
  await writeFile(file, typeof rows === 'string' ? rows : JSON.stringify(rows));
  return file;
};

const declarationIn = (dataDir: string) => ({
  website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
  datasets: [
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: join(dataDir, 'feed.json'), images: join(dataDir, 'images') },
    },
    { name: 'searches', kind: 'keywords', products: 'catalogue' },
  ],
  boxes: [{ name: 'similar', kind: 'search', dataset: 'catalogue', facets: ['category', 'price'] }],
});

export const configOf = (dataDir: string): Config => ({
  ...readConfig({ KINDRED_THREADS: '1' }),
  dataDir,
  demo: false,
});

type Hooks = { readonly files?: Files };

/** The real program in its own data folder. */
export const openSmallShop = async (dataDir: string, hooks: Hooks = {}) => {
  await mkdir(dataDir, { recursive: true });
  const config = configOf(dataDir);
  const kindred = await compose(config, { ...hooks, embedder: () => Promise.resolve(colourEmbedder) });
  const { store, engine, imports } = kindred;
  await applyDeclaration({ store, actor: 'test', baseFolder: dataDir })(declarationIn(dataDir));
  const website = store.websites.byName('shop');
  const dataset = website && store.datasets.byName(website.id, 'catalogue');
  if (!dataset) throw new Error('it was declared a moment ago');
  const ref = { website, dataset };
  return {
    config,
    store,
    engine,
    imports,
    ref,
    live: async () => (await engine.versions(dataset.tracker)).find(({ live }) => live) ?? null,
    /** Runs a whole import in this process. */
    importNow: async (request: Parameters<typeof imports.open>[1] = {}) =>
      imports.run(ref, imports.open(ref, request).id, { signal: new AbortController().signal }),
    close: () => kindred.close(),
  };
};

export type SmallShop = Awaited<ReturnType<typeof openSmallShop>>;
