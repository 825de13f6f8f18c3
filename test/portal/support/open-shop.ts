import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPortal } from '../../../scripts/build-portal.ts';
import { compose, type Kindred } from '../../../src/compose.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import { applyDeclaration } from '../../../src/declare/apply/apply.ts';
import { demoDeclaration } from '../../../demo/declaration.ts';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { demoKeywords } from '../../../demo/keywords.ts';
import type { DemoProduct } from '../../../demo/drawing/product.ts';
import { demoProducts } from '../../../demo/products.ts';
import { writeDemoFeed } from '../../../demo/write-feed.ts';
import type { Role } from '../../../src/domain/operator.ts';
import { serve } from '../../../src/service/start/serve.ts';
import { lightPasswords } from '../../support/store/light-passwords.ts';
import { importDrawn } from './kept-vectors.ts';

export type Person = { readonly email: string; readonly password: string };

export type Shop = {
  readonly name: string;
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly folder: string;
  readonly key: string;
  readonly trackers: { readonly search: string; readonly related: string };
  readonly people: Readonly<Record<Role, Person>>;
  readonly products: readonly DemoProduct[];
  readonly close: () => Promise<void>;
};

const actor = 'test';
const roles: readonly Role[] = ['owner', 'merchandiser', 'viewer'];

const createPerson = (role: Role): Person => ({
  email: `${role}@shop.example`,
  password: `four plain words of the ${role}`,
});

/** Few enough to be embedded in seconds, many enough for pages, facets and look-alikes. */
const fewProducts = (): DemoProduct[] =>
  demoProducts().filter(({ category }) => ['Bags/Backpacks', 'Lighting/Table Lamps'].includes(category));

/** An empty data folder, and a configuration on a port that is free. */
export const emptyFolder = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<{ folder: string; config: Config }> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-portal-'));
  const config = readConfig({
    KINDRED_DATA: folder,
    KINDRED_DEMO: 'off',
    KINDRED_PORT: '0',
    KINDRED_LOG: 'silent',
    KINDRED_THREADS: '1',
    ...settings,
  });
  return { folder, config };
};

const createShopContent = async (
  kindred: Kindred,
  folder: string,
  products: readonly DemoProduct[],
): Promise<Pick<Shop, 'key' | 'trackers'>> => {
  const { store, publishing } = kindred;
  await writeDemoFeed(folder, { products });
  const { website: settings, datasets, boxes, subscriptions } = demoDeclaration({ folder });
  const declaration = { website: settings, datasets, boxes, subscriptions };
  const applied = await applyDeclaration({ store, actor, baseFolder: folder })(declaration);
  const website = store.websites.byName(settings.name);
  const [catalogue, searches] = ['catalogue', 'searches'].map((name) =>
    website === null ? null : store.datasets.byName(website.id, name),
  );
  if (!website || !catalogue || !searches) throw new Error('They were made a moment ago.');
  await publishing.importNow({ website, dataset: catalogue });
  const keywords = join(folder, 'keywords.ndjson');
  await writeFile(
    keywords,
    demoKeywords()
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  await publishing.importNow({ website, dataset: searches }, { feed: keywords });
  for (const role of roles) {
    const { email, password } = createPerson(role);
    await store.operators.put(website.id, actor, email, role, password);
  }
  const tracker = (kind: string) => applied.boxes.find((box) => box.kind === kind)?.tracker ?? '';
  return {
    key: applied.subscriptions[0]?.keys?.primary ?? '',
    trackers: { search: tracker('search'), related: tracker('relatedKeywords') },
  };
};

const closeAfter = async <T>(kindred: { close: () => Promise<void> }, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } finally {
    await kindred.close();
  }
};

/** A real service on a port, with a small real shop in it: pictures drawn, embedded and published. */
export const openShop = async (settings: Readonly<Record<string, string>> = {}): Promise<Shop> => {
  await buildPortal();
  await buildPortal({ mode: 'storefront' });
  const { folder, config } = await emptyFolder(settings);
  const products = fewProducts();
  const kindred = await compose(config, { passwordCost: lightPasswords });
  const content = await closeAfter(
    kindred,
    importDrawn('small shop', folder, () => createShopContent(kindred, join(folder, 'demo'), products)),
  );
  const service = await serve(config, {
    print: () => undefined,
    progress: () => undefined,
    demo: openDemoShop(),
  });
  const people = {
    owner: createPerson('owner'),
    merchandiser: createPerson('merchandiser'),
    viewer: createPerson('viewer'),
  };
  return {
    ...content,
    name: 'demo',
    url: service.url,
    folder,
    people,
    products,
    close: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
