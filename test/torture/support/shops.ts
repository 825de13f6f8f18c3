import { join } from 'node:path';
import { compose } from '../../../src/compose.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import { applyDeclaration } from '../../../src/declare/apply/apply.ts';
import type { DraftProduct, Engine, NeighbourPlan } from '../../../src/engine/engine.ts';
import { planNeighbours } from '../../../src/ingest/neighbour-plans.ts';
import { catalogueFields, keywordEntries } from '../../support/http/catalogue.ts';
import { createRandom } from '../program.ts';

export type TortureShop = {
  readonly name: string;
  readonly key: string;
  readonly publishable: string;
  readonly ingest: string;
  readonly search: string;
  readonly related: string;
  readonly products: string;
  readonly tracker: string;
  /** Bearer token of an owner. */
  readonly token: string;
};

export type TortureFolder = { readonly config: Config; readonly shops: readonly TortureShop[] };

type ShopOptions = {
  readonly hasReadyLists?: boolean;
  /** Of the secret key. */
  readonly rate?: { readonly calls: number; readonly perSeconds: number };
  /** Settings of the machine that makes them: where it stores its data. */
  readonly environment?: NodeJS.ProcessEnv;
};

/** As the examples declare it: look-alikes of the same category, whose lists are made at publish. */
const declarationOf = (name: string, { hasReadyLists = false, rate }: ShopOptions) => ({
  website: { name, displayName: name, url: `https://${name}.example` },
  datasets: [
    { name: 'catalogue', kind: 'products' },
    { name: 'searches', kind: 'keywords', products: 'catalogue' },
  ],
  boxes: [
    {
      name: 'similar',
      kind: 'search',
      dataset: 'catalogue',
      facets: ['brand', 'color', 'price'],
      ...(hasReadyLists && { sameAsSource: ['category'] }),
    },
    { name: 'related', kind: 'relatedKeywords', dataset: 'searches', url: 'https://a.example/?q={keyword}' },
  ],
  subscriptions: [
    { name: 'keys', kind: 'secret', ...(rate && { rate }) },
    { name: 'pages', kind: 'publishable', origins: ['https://a.example'] },
    { name: 'feeds', kind: 'ingest' },
  ],
});

const colours = ['Red', 'Blue', 'Green', 'Black', 'White'] as const;

const unitVector = (dimensions: number, random: () => number): Float32Array => {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
};

/** Products `p0`, `p1` … with generated looks; `edition` is in every title, so that versions can be distinguished. */
function* drawProducts(size: number, edition = 0): Generator<DraftProduct> {
  const random = createRandom(7);
  for (let place = 0; place < size; place += 1) {
    const price = 5 + (place % 500);
    const product = {
      identifier: `p${place}`,
      displayText: `${colours[place % 5]} thing ${place % 97} edition${edition}`,
      url: `https://shop.example/p/${place}`,
      price,
      currency: 'EUR',
      images: [],
      groupId: null,
      available: true,
      fields: {
        category: `Home/Group${place % 40}`,
        brand: `Brand${place % 60}`,
        color: colours[place % 5] ?? 'Red',
        price,
        sale: place % 7 === 0,
      },
    };
    const looks = unitVector(16, random);
    const colour = unitVector(4, random);
    yield { product, picture: { hash: String(place).padStart(64, '0'), looks, colour } };
  }
}

export const publishProducts = async (
  engine: Engine,
  dataset: string,
  size: number,
  edition = 0,
  plans: readonly NeighbourPlan[] = [],
): Promise<string> => {
  const draft = { fields: catalogueFields, language: 'en', model: 'torture', plans };
  const builder = await engine.buildProducts(dataset, draft);
  for (const product of drawProducts(size, edition)) await builder.add(product);
  const { version } = await builder.finish();
  await engine.makeLive(dataset, version);
  return version;
};

const configIn = (folder: string, environment: NodeJS.ProcessEnv = {}): Config => ({
  ...readConfig(environment),
  dataDir: join(folder, 'data'),
  demo: false,
});

/**
 * Websites with products, keywords, keys and an owner in one data folder. Without ready lists every question is an exact
 * scan: the most work that a question can be.
 */
export const createShops = async (
  folder: string,
  names: readonly string[],
  size: number,
  options: ShopOptions = {},
): Promise<TortureFolder> => {
  const config = configIn(folder, options.environment);
  const kindred = await compose(config);
  const { store, engine } = kindred;
  const createShop = async (name: string): Promise<TortureShop> => {
    const applied = await applyDeclaration({ store, actor: 'test', baseFolder: null })(
      declarationOf(name, options),
    );
    const { id, tracker } = applied.website;
    const [products, searches] = ['catalogue', 'searches'].map((dataset) =>
      store.datasets.byName(id, dataset),
    );
    if (!products || !searches) throw new Error('They were declared above.');
    const plans = options.hasReadyLists ? planNeighbours(store.boxes.list(id), products.id) : [];
    await publishProducts(engine, products.tracker, size, 0, plans);
    const built = await engine.buildKeywords(searches.tracker, 'en', keywordEntries);
    await engine.makeLive(searches.tracker, built.version);
    const email = `owner@${name}.example`;
    const { operatorId } = await store.operators.put(
      id,
      'test',
      email,
      'owner',
      `a long password of ${email}`,
    );
    await store.accounts.setAdministrator('test', email, true);
    const keyOf = (subscription: string): string =>
      applied.subscriptions.find((each) => each.name === subscription)?.keys?.primary ?? '';
    const boxOf = (kind: string): string => applied.boxes.find((box) => box.kind === kind)?.tracker ?? '';
    return {
      name,
      tracker,
      key: keyOf('keys'),
      publishable: keyOf('pages'),
      ingest: keyOf('feeds'),
      search: boxOf('search'),
      related: boxOf('relatedKeywords'),
      products: products.tracker,
      token: (await store.accounts.issueToken(operatorId, 'test', 'test')).clear,
    };
  };
  try {
    const shops: TortureShop[] = [];
    for (const name of names) shops.push(await createShop(name));
    return { config, shops };
  } finally {
    await kindred.close();
  }
};
