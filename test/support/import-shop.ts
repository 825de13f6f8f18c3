import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Dataset } from '../../src/domain/dataset.ts';
import { decodeRecord } from '../../src/domain/product-record.ts';
import type { Website } from '../../src/domain/website.ts';
import type { Embedder } from '../../src/embedder/embedder.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Fetch } from '../../src/ingest/fetch/fetch.ts';
import { createImportContext, type ImportContext } from '../../src/ingest/build-context.ts';
import { type ImportOrder, importOrderDefaults } from '../../src/domain/import-order.ts';
import type { Box } from '../../src/domain/box.ts';
import { type ApprovalReason, findApprovalReason } from '../../src/imports/approval.ts';
import { buildFromFeed, type FeedReport } from '../../src/ingest/build-from-feed.ts';

export const website: Website = {
  id: 1,
  tracker: '00000000-0000-4000-8000-000000000001',
  name: 'shop',
  displayName: 'Shop',
  language: 'en',
  url: 'https://shop.example',
  synonyms: [],
  currency: null,
  timeZone: null,
  redirects: [],
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

/** What differs from an ordinary import of the shop. */
export type Wanted = Partial<ImportOrder> &
  Partial<ImportContext> & { readonly dataset?: Dataset; readonly boxes?: readonly Box[] };

export type ShopReport = Omit<FeedReport, 'version'> & {
  readonly version: string;
  readonly reason: ApprovalReason['reason'] | null;
};

/** An engine and imports in a temporary folder, without a service. */
export type ImportShop = {
  readonly folder: string;
  engine: Engine;
  embedder: Embedder | null;
  fetch: Fetch;
  now: () => Date;
  /** Makes the built version live unless it needs approval. */
  runImport(feed: unknown, wanted?: Wanted): Promise<ShopReport>;
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
    async runImport(feed, wanted = {}) {
      const location = join(folder, 'feed');
      await writeFile(location, asBytes(feed));
      const needs = {
        engine: shop.engine,
        embedder: () =>
          shop.embedder === null
            ? Promise.reject(new Error('no embedder was given'))
            : Promise.resolve(shop.embedder),
        folder,
        indexFolder: join(folder, 'own'),
        fetch: shop.fetch,
        now: shop.now,
        boxes: () => wanted.boxes ?? [],
      };
      const { dataset: ofShop = dataset, boxes: _, ...others } = wanted;
      const order = {
        ...importOrderDefaults,
        feed: location,
        imagesFolder: join(folder, 'images'),
        ...others,
      };
      const context = createImportContext(others);
      const built = await buildFromFeed(needs)({ website, dataset: ofShop }, order, context);
      const reason = findApprovalReason(built)?.reason ?? null;
      const { version } = built;
      const isFree = reason === null || order.approve;
      if (version !== null && isFree) await shop.engine.makeLive(dataset.tracker, version);
      return { ...built, version: version ?? '', reason };
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
