import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../src/domain/normal-form.ts';
import { demoCampaigns, listCampaignStops } from './campaigns.ts';
import { writeDemoAccess } from './demo-access.ts';
import { openDemoShop } from './demo-shop.ts';
import type { DemoProduct } from './drawing/product.ts';
import { silhouettes } from './drawing/silhouettes.ts';
import { demoKeywords } from './keywords.ts';
import { demoProducts } from './products.ts';
import { categoryPath } from './shop/addresses.ts';
import { createShopCatalogue } from './shop/catalogue.ts';
import { demoLanguages } from '../src/domain/demo-account.ts';
import { wordsOf } from './words/languages.ts';

const english = demoProducts();

const textsOf = ({ brand, ...product }: DemoProduct): string => {
  const { displayText, description, category, colour, material, pattern, gender, room } = product;
  const texts = [displayText, description, category, colour, material, pattern, gender ?? '', room ?? ''];
  return texts.join(' ').replaceAll(brand, '').toLowerCase();
};

const listWords = (products: readonly DemoProduct[]): Set<string> =>
  new Set(products.flatMap((product) => textsOf(product).match(/[\p{L}\p{N}]+/gu) ?? []));

describe.each(demoLanguages)('the demo catalogue in %s', (language) => {
  const words = wordsOf[language];
  const products = demoProducts(language);
  const keywords = demoKeywords(language);
  const tokens = products.map(
    (product) => new Set(tokenize(`${product.brand} ${textsOf(product)}`, language)),
  );
  const isFound = (search: string): boolean =>
    tokens.some((known) => tokenize(search, language).every((token) => known.has(token)));

  it('has the identifiers, prices, pictures and groups of the English one', () => {
    const same = ({
      identifier,
      url,
      price,
      imageUrl,
      groupId,
      available,
      brand,
      drawing,
      features,
    }: DemoProduct) => [...[identifier, url, price, imageUrl, groupId, available, brand, drawing, features]];
    expect(products.map(same)).toEqual(english.map(same));
  });

  it('has texts without gaps, and different names for different products', () => {
    for (const product of products) {
      for (const text of [product.displayText, product.description, product.category])
        expect(text).not.toMatch(/undefined|null| {2}|^ | $| [,.]/);
      expect(product.displayText).toMatch(new RegExp(`^${product.brand} \\p{Lu}`, 'u'));
      expect(product.description).toMatch(/^\p{Lu}.*\.$/u);
    }
    expect(new Set(products.map(({ displayText }) => displayText)).size).toBe(products.length);
  });

  it('has one word for each thing', () => {
    for (const field of ['categories', 'colours', 'materials', 'patterns', 'genders', 'rooms'] as const) {
      const names = Object.values(words[field]);
      expect(new Set(names).size, field).toBe(names.length);
      expect(names.every((name) => name.trim() === name && name !== '')).toBe(true);
    }
    for (const [kind, ofKind] of Object.entries(silhouettes)) {
      const own = products.filter(({ drawing }) => drawing.kind === kind);
      const names = new Set(own.map((product) => words.composeSearches(product)[0]));
      expect(names.size, kind).toBe(ofKind.length);
    }
  });

  it('has categories of two levels with addresses of their own', () => {
    const { categories, departments } = createShopCatalogue(products);
    const paths = [...categories, ...departments].map(({ path }) => categoryPath(path));
    expect(categories).toHaveLength(Object.keys(words.categories).length);
    expect(departments).toHaveLength(8);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^\/categories\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('is searched for by its own words', () => {
    expect(keywords.length).toBe(demoKeywords().length);
    expect(new Set(keywords.map(({ keyword }) => keyword)).size).toBe(keywords.length);
    for (const { keyword, count } of keywords) {
      expect(isFound(keyword), keyword).toBe(true);
      expect(keyword).toMatch(language === 'de' ? /^\p{Lu}/u : /^\p{Ll}/u);
      expect(count).toBeGreaterThan(0);
    }
  });

  it('has synonyms of words that products have, each in one group', () => {
    const all = words.synonyms.flat();
    expect(new Set(all).size).toBe(all.length);
    for (const [first = '', ...others] of words.synonyms) {
      expect(isFound(first), first).toBe(true);
      expect(others.length).toBeGreaterThan(0);
    }
  });

  it('offers searches that find something', () => {
    const catalogue = createShopCatalogue(products);
    for (const search of Object.values(words.examples)) {
      expect(catalogue.search(search).length, search).toBeGreaterThan(0);
      expect(isFound(search), search).toBe(true);
    }
    expect(keywords.map(({ keyword }) => keyword)).toContain(words.examples.pattern);
  });

  it('has campaigns whose filters leave products', () => {
    const text = JSON.stringify(demoCampaigns(products, language));
    const filters = [...text.matchAll(/(room|material) eq '([^']+)'/g)];
    expect(filters.length).toBeGreaterThanOrEqual(4);
    for (const [filter, field, value] of filters) {
      const left = products.filter((product) => product[field as 'room' | 'material'] === value);
      expect(left.length, filter).toBeGreaterThan(0);
    }
    const categories = [...text.matchAll(/"category":"([^"]+)"/g)].map(([, category]) => category ?? '');
    expect(categories).toHaveLength(6);
    for (const wanted of categories)
      expect(
        products.some(({ category }) => `${category}/`.startsWith(`${wanted}/`)),
        wanted,
      ).toBe(true);
    expect(listCampaignStops(products)).toEqual(listCampaignStops(english));
  });
});

describe.each([
  ['de', ['a', 'chelsea', 'in', 'shirt', 'shirts', 'sweatshirt', 'sweatshirts', 't', 'unisex', 'v']],
  ['hu', ['a', 'chelsea', 'v']],
] as const)('no English is left in %s', (language, shared) => {
  it('but words that both languages have', () => {
    const ofEnglish = listWords(english);
    const left = [...listWords(demoProducts(language))].filter((word) => ofEnglish.has(word));
    expect(left.sort()).toEqual([...shared]);
  });

  it('in fields, campaigns and the name of the shop', () => {
    const { en, [language]: own } = wordsOf;
    const list = ({ shop, fields, campaigns }: typeof en): string[] => [
      shop,
      ...Object.values(fields),
      ...Object.values(campaigns.names),
      campaigns.banner,
      campaigns.question,
    ];
    const same = list(own).filter((text) => list(en).includes(text));
    expect(same).toEqual(language === 'de' ? ['Material'] : []);
  });
});

it.each([
  ['en', 'TR-101', 'Low Trainers'],
  ['de', 'TR-101', 'flache Turnschuhe'],
  ['hu', 'TR-101', 'alacsony szárú'],
] as const)('in %s %s is called by its name', (language, identifier, name) => {
  const product = demoProducts(language).find((each) => each.identifier === identifier);
  expect(product?.displayText).toContain(name);
});

/** A striped T-shirt, in words of each language. */
const shirt = {
  brand: 'Ivenna',
  drawing: { kind: 't-shirt', silhouette: 0, width: 1, height: 1 },
  features: { colour: 'pink', material: 'cotton', pattern: 'stripes', gender: 'women', room: null },
} as const;
/** Something plain that stands in a room. */
const chair = {
  brand: 'Corvane',
  drawing: { kind: 'chair', silhouette: 1, width: 1, height: 1 },
  features: { colour: 'white', material: 'velvet', pattern: 'plain', gender: null, room: 'dining room' },
} as const;

it.each([
  [
    'en',
    'Ivenna Pink Striped Cotton Crew-Neck T-Shirt',
    'Crew-Neck T-Shirt by Ivenna in cotton, pink with stripes. For women.',
    'Armchair by Corvane in velvet, plain white. At home in the dining room.',
  ],
  [
    'de',
    'Ivenna Rosafarbenes gestreiftes Rundhals-T-Shirt aus Baumwolle',
    'Rundhals-T-Shirt von Ivenna aus Baumwolle, rosafarben gestreift. Für Damen.',
    'Sessel von Corvane aus Samt, einfarbig weiß. Passt ins Esszimmer.',
  ],
  [
    'hu',
    'Ivenna Rózsaszín csíkos kereknyakú pamut póló',
    'Ivenna kereknyakú pamut póló, rózsaszín alapon csíkos. Nőknek.',
    'Corvane bársony fotel, egyszínű fehér. Illik az étkezőbe.',
  ],
] as const)('%s has its own order of words and endings', (language, title, ofShirt, ofChair) => {
  const { writeTitle, describe: write } = wordsOf[language];
  expect([writeTitle(shirt), write(shirt), write(chair)]).toEqual([title, ofShirt, ofChair]);
});

it.each([
  ['de', 'Wohnen', 'Turnschuhe', '#c5403a'],
  ['hu', 'Lakás', 'sportcipő', '#c5403a'],
] as const)('the pages of a demo in %s show its words', async (language, department, search, red) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-demo-'));
  try {
    await writeDemoAccess(dataDir, {
      language,
      subscriptionKey: 'key',
      boxes: { search: 's', relatedKeywords: 'k', relatedProducts: 'p' },
      identifiers: [],
      patterns: [],
      storefront: { key: 'kdr_pub_1', catalogue: 'c' },
      portal: { email: 'a@demo.example', password: 'secret' },
    });
    // Whatever language this start asks for.
    const pages = await openDemoShop('en').openPages(dataDir);
    const render = (path: string, query = '') =>
      pages?.shop.render(path, new URLSearchParams(query), 'en') ?? '';
    expect(render('')).toContain(`>${department}</a>`);
    expect(render('')).toContain(`placeholder="For example ${search}"`);
    expect(render('search')).toContain(`href="/shop/search?q=${encodeURIComponent(search)}"`);
    expect(render('search', `q=${search}`)).toContain('class="tile"');
    expect(render('learning')).toContain(`data-pattern="${wordsOf[language].examples.pattern}"`);
    const listing = render(categoryPath(wordsOf[language].categories.trainers).slice(1));
    expect(listing).toContain(`value="${wordsOf[language].colours.red}"`);
    expect(listing).toContain(`fill="${red}"`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
