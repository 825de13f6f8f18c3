import type { DemoLanguage } from '../src/domain/demo-account.ts';
import { type FileLock, tryLock, waitForLock } from '../src/files/file-lock.ts';
import type { Kindred } from '../src/compose.ts';
import type { DemoShop, Growth } from '../src/service/start/demo-shop.ts';
import { listCampaignStops } from './campaigns.ts';
import { createDemo, demoName, needsDemo } from './create-demo.ts';
import type { Showcase } from '../src/http/start/page.ts';
import type { DemoProduct } from './drawing/product.ts';
import { drawingAddress, nameWithoutBrand } from './shop/tile.ts';
import { openShopPages } from './shop/open-shop-pages.ts';
import { curlLines } from './curl-lines.ts';
import { declareSample } from './declare-sample.ts';
import {
  accessFile,
  type DemoAccess,
  findDemoAccess,
  readDemoAccess,
  refreshDemoAccess,
} from './demo-access.ts';
import { demoProducts, wholeAssortment } from './products.ts';
import { wordsOf } from './words/languages.ts';
import { demoFeedFiles, demoFolder, writeDemoFeed } from './write-feed.ts';

/** Drawing and embedding take seconds; a slow machine may need minutes. */
const creationLimitMs = 15 * 60_000;

/**
 * Several processes may start on one data folder. One creates the demo while the others wait, and one, for as long as
 * it runs, writes its address into demo.json.
 */
export const openDemoShop = (wanted: DemoLanguage = 'en', { grows = false } = {}): DemoShop => {
  let writerLock: FileLock | null = null;
  let growthLock: FileLock | null = null;
  return {
    isNeeded: needsDemo,
    create: async (kindred, progress, counterAt) => {
      const lock = await waitForLock(kindred.config.dataDir, 'demo-creation', { timeoutMs: creationLimitMs });
      try {
        if (await needsDemo(kindred)) await createDemo(kindred, progress, wanted, counterAt, grows);
      } finally {
        lock.release();
      }
    },
    describeAccess: async (dataDir, url, mayShowSecrets) => {
      const known = await readDemoAccess(dataDir);
      if (known === null) return [];
      if (known === 'damaged') return [describeDamage(dataDir)];
      writerLock ??= tryLock(dataDir, 'demo-writer');
      const access = writerLock === null ? known : ((await refreshDemoAccess(dataDir, url)) ?? known);
      const lines = mayShowSecrets
        ? curlLines(url, access)
        : [`Key and sign-in of the demo are in ${accessFile(dataDir)}: others can reach this service.`];
      return [...describeLanguage(access, wanted), ...lines];
    },
    declareSample: (store, dataDir, website, actor) => declareSample(store, dataDir, website, actor, wanted),
    findGrowth: async (kindred) => {
      growthLock ??= tryLock(kindred.config.dataDir, 'demo-growth');
      return growthLock === null ? null : findGrowth(kindred);
    },
    openPages: async (dataDir) => {
      const access = await findDemoAccess(dataDir);
      if (access?.storefront === undefined) return null;
      const { storefront, boxes, portal, language = 'en' } = access;
      const products = access.assortment === 'whole' ? wholeAssortment(language) : demoProducts(language);
      const tour = listCampaignStops(products);
      const { examples, frequentSearches: terms } = wordsOf[language];
      return {
        website: demoName,
        shop: openShopPages({ key: storefront.key, boxes, tour, examples, terms, language }, products),
        signIn: { email: portal.email, password: portal.password },
        showcase: {
          key: storefront.key,
          boxes,
          product: chooseProduct(products),
          pattern: examples.pattern,
          language,
        },
      };
    },
  };
};

/** The rest of the assortment, until it is live; null where it is, or where the catalogue has another feed. */
const findGrowth = async ({ store, engine, config }: Kindred): Promise<Growth | null> => {
  const access = await findDemoAccess(config.dataDir);
  const website = store.websites.byName(demoName);
  if (access?.assortment !== 'whole' || website === null) return null;
  const { language = 'en' } = access;
  const folder = demoFolder(config.dataDir, language);
  const dataset = store.datasets.list(website.id).find(({ kind }) => kind === 'products');
  if (dataset?.source?.file !== demoFeedFiles(folder).feed) return null;
  const products = wholeAssortment(language);
  const live = (await engine.versions(dataset.tracker)).find((version) => version.live);
  if (live === undefined || live.size >= products.length) return null;
  return { website, dataset, writeFeed: () => writeDemoFeed(folder, { products }) };
};

/** In the middle of the assortment, so that there is enough that looks alike. */
const chooseProduct = (products: readonly DemoProduct[]): Showcase['product'] => {
  const product = products.find(({ identifier }) => identifier === 'LA-101') ?? products[0];
  const identifier = product?.identifier ?? '';
  const name = product === undefined ? identifier : nameWithoutBrand(product);
  const [kind, brand] = [product?.drawing.kind ?? '', product?.brand ?? ''];
  return { identifier, kind, brand, name, picture: drawingAddress(identifier) };
};

const describeDamage = (dataDir: string): string =>
  `${accessFile(dataDir)} is damaged: the demo shop and its sign-in are not shown. Remove the file and start again: ` +
  'where the demo is the only website, it gets new keys and a new password.';

/** The language is chosen once: products, keywords and campaigns are in it. */
const describeLanguage = ({ language = 'en' }: DemoAccess, wanted: DemoLanguage): string[] =>
  language === wanted
    ? []
    : [
        `The demo shop in this data folder stays in the language it was created in (${language}); KINDRED_DEMO_LANGUAGE=${wanted} needs an empty data folder.`,
      ];
