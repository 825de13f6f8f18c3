import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxDefaults } from '../../../src/domain/box.ts';
import { openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { findImagePlace } from '../../../src/ingest/pictures/image-place.ts';
import { createLimiter } from '../../../src/limits/limiter.ts';
import { openQuotaLedger } from '../../../src/limits/quota-ledger.ts';
import { createImageSearch } from '../../../src/operations/image-search.ts';
import { createRelatedKeywords } from '../../../src/operations/related-keywords.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { openKeyring } from '../../../src/store/keys/keyring.ts';
import type { NewCampaign, NewSubscription, Store } from '../../../src/store/store.ts';
import { type AppNeeds, createApp } from '../../../src/http/app.ts';
import { createLogger } from '../../../src/http/monitoring/log.ts';
import { lightPasswords } from '../store/light-passwords.ts';
import { catalogue, catalogueFields, keywordEntries } from './catalogue.ts';
import { findMismatches } from './check-response.ts';

export type TestResponse = {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  readonly json: unknown;
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** 2026-11-15, a Sunday, at noon. */
export const noon = Date.parse('2026-11-15T12:00:00Z');

/**
 * A whole service on real parts in a folder of its own: store, engine, limiter, operations, edge. Two
 * websites, `north` with everything published and `south` with nothing. Every answer that `get` returns has
 * been checked against openapi.json.
 */
export const openShop = async (changes: Partial<AppNeeds> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-http-'));
  const secrets = openKeyring({ secretKey: null, dataDir: folder });
  const store = await openStore({
    file: join(folder, 'kindred.sqlite'),
    keyring: secrets,
    passwordCost: lightPasswords,
  });
  const engine = await openEmbeddedEngine({ folder: join(folder, 'versions') });
  const ledger = openQuotaLedger(join(folder, 'quota.sqlite'));
  const log: string[] = [];
  const clock = { nowMs: noon };
  const limiter = createLimiter({
    ledger,
    onFlushFailed: (error) => log.push(String(error)),
    now: () => clock.nowMs,
  });
  const north = await openWebsite(store, 'north');
  const south = await openWebsite(store, 'south');
  await publish(engine, north);
  const embeddedPictures: { identifier: string; images: readonly string[] }[] = [];
  const needs: AppNeeds = {
    directory: () => store.directory(),
    imageSearch: createImageSearch({
      products: (dataset) => engine.products(dataset),
      now: () => clock.nowMs,
      report: (part, cause) => log.push(`${part}: ${String(cause)}`),
    }),
    relatedKeywords: createRelatedKeywords(engine),
    answerCache: {
      maximumBytes: 64 * 1024 ** 2,
      readerOf: (dataset) => engine.products(dataset) ?? engine.keywords(dataset),
    },
    limiter,
    now: () => clock.nowMs,
    logger: createLogger('debug', { write: (line: string) => void log.push(line) }),
    publicUrl: null,
    readiness: () => ({ ready: true, waitingFor: [] }),
    liveVersions: () => [{ website: 'north', dataset: 'catalogue', version: '1' }],
    imageFolder: () => null,
    applySchema: { type: 'object' },
    productData: {
      engine,
      datasets: (websiteId) => store.datasets.list(websiteId).filter(({ kind }) => kind === 'products'),
      imagePlace: (dataset) => findImagePlace(folder, dataset),
      embedPictures: (_, identifier, images) => void embeddedPictures.push({ identifier, images }),
      now: () => clock.nowMs,
    },
    ...changes,
  };
  const app = createApp(needs);

  const send = async (
    method: string,
    url: string,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const response = await app.inject({ method: method as 'GET', url, headers });
    const { statusCode: status, body: text } = response;
    return { status, headers: response.headers as TestResponse['headers'], text, json: parseJson(text) };
  };

  const get = async (
    path: string,
    parameters: Record<string, string | number>,
    headers: Record<string, string> = { 'Ocp-Apim-Subscription-Key': north.key },
  ): Promise<TestResponse> => {
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    );
    const response = await send('GET', `${path}?${query.toString()}`, headers);
    const faults = findMismatches(path, response.status, response.headers, response.text);
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${response.text.slice(0, 2000)}`);
    return response;
  };

  return {
    app,
    /** What the app is made from, for a second one beside it. */
    needs,
    engine,
    store,
    north,
    south,
    clock,
    /** Pictures that live changes asked to embed. */
    lookedAt: embeddedPictures,
    /** Every line that was logged. */
    log,
    send,
    get,
    addCampaign: (campaign: Partial<NewCampaign> & Pick<NewCampaign, 'effect' | 'name'>) =>
      store.campaigns.put(north.website.id, 'test', { ...campaignDefaults, ...campaign }),
    addSubscription: (subscription: Partial<NewSubscription> & { name: string }): Promise<string> =>
      issueKey(store, north.website.id, subscription),
    close: async () => {
      await app.close();
      await engine.close();
      limiter.close();
      store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const campaignDefaults = {
  boxId: null,
  state: 'published',
  priority: 0,
  when: {},
  schedule: { from: null, until: null, weekdays: [] },
  share: 1,
} as const;

const issueKey = async (
  store: Store,
  websiteId: number,
  subscription: Partial<NewSubscription> & { name: string },
): Promise<string> => {
  const { keys } = await store.subscriptions.put(websiteId, 'test', {
    kind: 'secret',
    rate: null,
    quota: null,
    boxIds: [],
    origins: [],
    ...subscription,
  });
  if (keys === null) throw new Error('The subscription was there before.');
  return keys.primary;
};

const openWebsite = async (store: Store, name: string) => {
  const website = await store.websites.put('test', {
    name,
    displayName: name,
    language: 'en',
    url: 'https://shop.example',
    synonyms: [],
  });
  const { id } = website;
  const dataset = { source: null, fields: [], model: null } as const;
  const products = await store.datasets.put(id, 'test', {
    ...dataset,
    name: 'catalogue',
    kind: 'products',
    productsId: null,
  });
  const keywords = await store.datasets.put(id, 'test', {
    ...dataset,
    name: 'searches',
    kind: 'keywords',
    productsId: products.id,
  });
  const { cacheControl, relatedSize: size, directions, ...searchDefaults } = boxDefaults;
  const related = { cacheControl, size, directions };
  const search = await store.boxes.put(id, 'test', {
    ...searchDefaults,
    cacheControl,
    name: 'similar',
    kind: 'search',
    datasetId: products.id,
    maximumPageSize: 50,
    facets: [],
    sameAsSource: ['category'],
    exclude: null,
    strategies: [
      { ...rung, rank: 1, from: 'looks', searchMode: 'All', minimumResults: 5 },
      { ...rung, rank: 2, from: 'text', searchMode: 'Any', minimumResults: 1, fuzzySensitiveness: 'One' },
    ],
  });
  const relatedKeywords = await store.boxes.put(id, 'test', {
    ...related,
    name: 'related',
    kind: 'relatedKeywords',
    datasetId: keywords.id,
    url: 'https://shop.example/search?q={keyword}',
  });
  const relatedProducts = await store.boxes.put(id, 'test', {
    ...related,
    name: 'related products',
    kind: 'relatedProducts',
    datasetId: products.id,
    url: null,
  });
  return {
    website,
    products,
    keywords,
    search,
    relatedKeywords,
    relatedProducts,
    key: await issueKey(store, id, { name: 'shop' }),
  };
};

const rung = {
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
} as const;

const publish = async (
  engine: Engine,
  { products, keywords }: Awaited<ReturnType<typeof openWebsite>>,
): Promise<void> => {
  const draft = { fields: catalogueFields, language: 'en', model: 'test', plans: [] };
  const builder = await engine.buildProducts(products.tracker, draft);
  for (const product of catalogue()) await builder.add(product);
  const { version } = await builder.finish();
  await engine.makeLive(products.tracker, version);
  const built = await engine.buildKeywords(keywords.tracker, 'en', keywordEntries);
  await engine.makeLive(keywords.tracker, built.version);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
