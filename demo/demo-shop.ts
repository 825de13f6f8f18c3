import type { DemoLanguage } from '../src/domain/demo-language.ts';
import { type FileLock, tryLock, waitForLock } from '../src/files/file-lock.ts';
import type { DemoShop } from '../src/service/start/demo-shop.ts';
import { listCampaignStops } from './campaigns.ts';
import { createDemo, needsDemo } from './create-demo.ts';
import type { Showcase } from '../src/http/start/page.ts';
import type { DemoProduct } from './drawing/product.ts';
import { drawingAddress } from './shop/tile.ts';
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
import { demoProducts } from './products.ts';
import { wordsOf } from './words/languages.ts';

/** Drawing and embedding take seconds; a slow machine may need minutes. */
const creationLimitMs = 15 * 60_000;

/**
 * Several processes may start on one data folder. One creates the demo while the others wait, and one, for as long as
 * it runs, writes its address into demo.json.
 */
export const openDemoShop = (wanted: DemoLanguage = 'en'): DemoShop => {
  let writerLock: FileLock | null = null;
  return {
    isNeeded: needsDemo,
    create: async (kindred, progress) => {
      const lock = await waitForLock(kindred.config.dataDir, 'demo-creation', { timeoutMs: creationLimitMs });
      try {
        if (await needsDemo(kindred)) await createDemo(kindred, progress, wanted);
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
    openPages: async (dataDir) => {
      const access = await findDemoAccess(dataDir);
      if (access?.storefront === undefined) return null;
      const { storefront, boxes, portal, language = 'en' } = access;
      const products = demoProducts(language);
      const tour = listCampaignStops(products);
      const { examples } = wordsOf[language];
      return {
        shop: openShopPages({ key: storefront.key, boxes, tour, examples, language }, products),
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

/** In the middle of the assortment, so that there is enough that looks alike. */
const chooseProduct = (products: readonly DemoProduct[]): Showcase['product'] => {
  const product = products.find(({ identifier }) => identifier === 'LA-101') ?? products[0];
  const identifier = product?.identifier ?? '';
  return { identifier, name: product?.displayText ?? identifier, picture: drawingAddress(identifier) };
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
