import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kindred } from '../src/compose.ts';
import { demoEmail, type DemoLanguage, demoLanguages } from '../src/domain/demo-account.ts';
import { applyDeclaration } from '../src/declare/apply/apply.ts';
import type { Dataset } from '../src/domain/dataset.ts';
import type { Website } from '../src/domain/website.ts';
import type { Progress } from '../src/engine/engine.ts';
import { Fault } from '../src/errors.ts';
import { boxWithoutCampaigns, demoShopDeclaration, storefrontKeyName } from './declaration.ts';
import { type DemoAccess, createPassword, readDemoAccess, writeDemoAccess } from './demo-access.ts';
import { listCampaignStops } from './campaigns.ts';
import type { DemoProduct } from './drawing/product.ts';
import { type DemoKeyword, demoKeywords } from './keywords.ts';
import { demoProducts } from './products.ts';
import { type CounterAt, simulateTraffic } from './traffic.ts';
import { wordsOf } from './words/languages.ts';
import { demoFolder, writeDemoFeed } from './write-feed.ts';

const actor = 'demo';
export const demoName = 'demo';

/** True on an empty data folder, and where an earlier start was interrupted. */
export const needsDemo = async ({ store, config }: Kindred): Promise<boolean> => {
  const websites = store.websites.list();
  const demoAlone = websites.every(({ name }) => name === demoName);
  return demoAlone && (websites.length === 0 || (await readDemoAccess(config.dataDir)) === null);
};

/** Draws, declares, embeds and publishes the demo website, and writes the file with its keys and password. */
export const createDemo = async (
  kindred: Kindred,
  progress: Progress,
  wanted: DemoLanguage,
  counterAt: CounterAt,
  grows: boolean,
): Promise<void> => {
  const { store, config } = kindred;
  const language = findStartedLanguage(kindred) ?? wanted;
  const sample = demoProducts(language);
  const products = grows ? pickFirst(sample) : sample;
  const keywords = demoKeywords(language);
  const folder = demoFolder(config.dataDir, language);
  const onProgress = (done: number, total: number): void => progress('Drawing pictures', done, total);
  await writeDemoFeed(folder, { products, onProgress });
  const now = Date.now();
  const declaration = demoShopDeclaration({ folder, language, now });
  const { partNames } = wordsOf[language];
  const plainBox = partNames[boxWithoutCampaigns];
  const applied = await applyDeclaration({ store, actor, baseFolder: folder })(declaration);
  const website = store.websites.byName(applied.website.name);
  if (website === null) throw new Fault('internal', 'The demo website does not exist after it was created.');
  await publish(kindred, website, { folder, keywords }, progress);
  simulateTraffic(counterAt, {
    websiteId: website.id,
    boxes: store.boxes.list(website.id).filter(({ name }) => name !== plainBox),
    campaigns: store.campaigns.list(website.id),
    products: products.filter(({ available }) => available),
    keywords,
    missing: wordsOf[language].missing,
    until: now,
  });
  const password = createPassword();
  await store.operators.put(website.id, actor, demoEmail, 'owner', password);
  const tracker = (kind: string) => applied.boxes.find((box) => box.kind === kind)?.tracker ?? '';
  const issuedKey = async (name: string): Promise<string> =>
    applied.subscriptions.find((one) => one.name === name)?.keys?.primary ??
    rotateKey(kindred, website, name);
  const access: DemoAccess = {
    language,
    ...(grows && { assortment: 'whole' as const }),
    subscriptionKey: await issuedKey('shop'),
    boxes: {
      search: tracker('search'),
      relatedKeywords: tracker('relatedKeywords'),
      relatedProducts: tracker('relatedProducts'),
      withoutCampaigns: applied.boxes.find(({ name }) => name === plainBox)?.tracker ?? '',
    },
    identifiers: sampleEvenly(
      products.filter(({ available }) => available),
      24,
    ).map(({ identifier }) => identifier),
    patterns: keywords.slice(0, 12).map(({ keyword }) => keyword),
    storefront: {
      key: await issuedKey(storefrontKeyName),
      catalogue: findDataset(kindred, website, 'products').tracker,
    },
    portal: { email: demoEmail, password },
  };
  await writeDemoAccess(config.dataDir, access);
};

/**
 * What a shop that grows while it serves starts with, so that it answers soon: each product in one colour, and all that
 * campaigns are shown at.
 */
export const pickFirst = (products: readonly DemoProduct[]): DemoProduct[] => {
  const stops = new Set(listCampaignStops(products).map(({ identifier }) => identifier));
  const families = new Set<string>();
  return products.filter(({ groupId, identifier }) => {
    const family = groupId ?? identifier;
    const isFirst = !families.has(family);
    families.add(family);
    return isFirst || stops.has(identifier);
  });
};

/** The language of an earlier start that was interrupted. */
const findStartedLanguage = ({ store }: Kindred): DemoLanguage | undefined => {
  const started = store.websites.byName(demoName)?.language;
  return demoLanguages.find((language) => language === started);
};

/** For an earlier start that created the keys but was interrupted before it wrote them to the file. */
const rotateKey = async ({ store }: Kindred, website: Website, name: string): Promise<string> => {
  const subscription = store.subscriptions.byName(website.id, name);
  if (subscription === null) throw new Fault('internal', 'The demo website has no subscription.');
  return store.subscriptions.rotate(website.id, actor, subscription.id, 'primary');
};

const publish = async (
  kindred: Kindred,
  website: Website,
  { folder, keywords: rows }: { readonly folder: string; readonly keywords: readonly DemoKeyword[] },
  progress: Progress,
): Promise<void> => {
  const { publishing } = kindred;
  await mkdir(folder, { recursive: true });
  const keywords = join(folder, 'keywords.ndjson');
  await writeFile(keywords, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await publishing.importNow(
    { website, dataset: findDataset(kindred, website, 'products') },
    {},
    { progress },
  );
  const searches = findDataset(kindred, website, 'keywords');
  await publishing.importNow({ website, dataset: searches }, { feed: keywords }, { progress });
};

const findDataset = ({ store }: Kindred, website: Website, wanted: Dataset['kind']): Dataset => {
  const found = store.datasets.list(website.id).find(({ kind }) => kind === wanted);
  if (found === undefined) throw new Fault('internal', `The demo website has no dataset of ${wanted}.`);
  return found;
};

/** Evenly spread over the list, so that every category is included. */
const sampleEvenly = <T>(items: readonly T[], size: number): T[] => {
  const step = items.length / size;
  return Array.from({ length: size }, (_, index) => items[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  );
};
