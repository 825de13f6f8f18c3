import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Dataset } from '../../domain/dataset.ts';
import { decodeRecord } from '../../domain/product-record.ts';
import type { Website } from '../../domain/website.ts';
import type { Embedder } from '../../embedder/embedder.ts';
import { openEmbeddedEngine } from '../../engine/embedded/embedded.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Fetch } from '../fetch/fetch.ts';
import type { ImportJob } from '../import-job.ts';
import { importFeed, type ImportReport } from '../ingest.ts';

export const website: Website = {
  id: 1,
  tracker: '00000000-0000-4000-8000-000000000001',
  name: 'shop',
  displayName: 'Shop',
  language: 'en',
  url: 'https://shop.example',
  synonyms: [],
};

export const dataset: Dataset = {
  id: 7,
  websiteId: 1,
  tracker: '00000000-0000-4000-8000-000000000007',
  name: 'catalogue',
  kind: 'products',
  source: null,
  fields: [],
  productsId: null,
  model: null,
};

export const product = (place: number, more: object = {}) => ({
  id: `p${place}`,
  title: `Thing ${place}`,
  link: `/p/${place}`,
  price: 10 + place,
  category: place % 2 ? 'Home/Lamps' : 'Home/Mugs',
  ...more,
});

export const many = (count: number, more: (place: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, place) => product(place, more(place)));

/** An engine and imports in a temporary folder, without a service. */
export type ImportShop = {
  readonly folder: string;
  engine: Engine;
  embedder: Embedder | null;
  fetch: Fetch;
  now: () => Date;
  /** Makes the built version live unless it needs approval. */
  runImport(feed: unknown, job?: Partial<ImportJob>): Promise<ImportReport & { readonly version: string }>;
  recordOf(identifier: string): Promise<Record<string, unknown> | null>;
  /** Identifiers of the live version. */
  live(): Promise<string[]>;
  /** Writes a file to the image folder. */
  putImage(name: string, bytes: Uint8Array): Promise<void>;
  drawPicture(name: string, colour: string): Promise<void>;
  close(): Promise<void>;
};

export const openImportShop = async (embedder: Embedder | null = null): Promise<ImportShop> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-ingest-'));
  await mkdir(join(folder, 'images'));
  const asBytes = (feed: unknown): string | Uint8Array =>
    typeof feed === 'string' || feed instanceof Uint8Array ? feed : JSON.stringify(feed);
  const shop: ImportShop = {
    folder,
    engine: await openEmbeddedEngine({ folder: join(folder, 'versions') }),
    embedder,
    fetch: (url, { headers, signal }) =>
      fetch(url, { ...(headers && { headers }), ...(signal && { signal }) }),
    now: () => new Date('2026-01-02T03:04:05Z'),
    async runImport(feed, job = {}) {
      const location = join(folder, 'feed');
      await writeFile(location, asBytes(feed));
      const needs = {
        engine: shop.engine,
        embedder: () =>
          shop.embedder === null
            ? Promise.reject(new Error('no embedder was given'))
            : Promise.resolve(shop.embedder),
        folder,
        fetch: shop.fetch,
        now: shop.now,
      };
      const source = { location, images: join(folder, 'images') };
      const built = await importFeed(needs)({ website, dataset, boxes: [], source, ...job });
      const { version, reason } = built;
      const isFree = reason === null || job.approve === true;
      if (version !== null && isFree) await shop.engine.makeLive(dataset.tracker, version);
      return { ...built, version: version ?? '' };
    },
    async recordOf(identifier) {
      const [found] = (await shop.engine.products(dataset.tracker)?.records([identifier])) ?? [];
      if (found === undefined) return null;
      return decodeRecord(found.record);
    },
    live: async () => {
      const page = await shop.engine.products(dataset.tracker)?.scan({ after: null, size: 10_000 });
      return (page ?? []).map(({ identifier }) => identifier);
    },
    putImage: (name, bytes) => writeFile(join(folder, 'images', name), bytes),
    async drawPicture(name, colour) {
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: colour } });
      await shop.putImage(name, await picture.png().toBuffer());
    },
    async close() {
      await shop.engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
};
