import type { DemoProduct } from './product.ts';
import { demoProducts, demoShop } from './products.ts';
import { createRandom } from './random.ts';

/** One line of a shop's search statistics. */
export type DemoKeyword = { readonly keyword: string; readonly count: number };

const keywordDefaults = { rows: 240, mostSearched: 1800 } as const;

/** Searched most in every shop of this kind, in falling order. */
const headTerms = [
  'trainers',
  'dress',
  'backpack',
  't-shirt',
  'boots',
  'hoodie',
  'watch',
  'handbag',
  'lamp',
  'armchair',
  'mug',
  'cushion',
  'hat',
  'vase',
  'running shoes',
  'chelsea boots',
  'tote bag',
  'desk lamp',
  'beanie',
  'shirt dress',
];

/**
 * What shoppers of the demo shop search for, most frequent first. Every row but the head terms is made of
 * words of a product that is for sale, so that each of them finds something; counts fall as in a real log
 * (the nth keyword is searched about 1/n as often as the first).
 */
export const demoKeywords = (): DemoKeyword[] => {
  const random = createRandom(demoShop.seed);
  const products = demoProducts().filter(({ available }) => available);
  const made = random.shuffle(products.flatMap(composeKeywords));
  const keywords = [...new Set([...headTerms, ...made])].slice(0, keywordDefaults.rows);
  return keywords.map((keyword, rank) => ({
    keyword,
    count: Math.max(
      2,
      Math.round((keywordDefaults.mostSearched / (rank + 1) ** 0.85) * random.between(0.92, 1)),
    ),
  }));
};

const composeKeywords = (product: DemoProduct): string[] => {
  const thing = extractProductName(product);
  const pattern = product.pattern === 'plain' ? [] : [`${patternWord[product.pattern]} ${thing}`];
  const gender = product.gender === null || product.gender === 'unisex' ? [] : [`${product.gender} ${thing}`];
  const room = product.room === null ? [] : [`${product.room} ${thing}`];
  return [
    thing,
    `${product.colour} ${thing}`,
    `${product.material} ${thing}`,
    `${product.brand.toLowerCase()} ${thing}`,
    ...pattern,
    ...gender,
    ...room,
  ];
};

const patternWord = {
  stripes: 'striped',
  dots: 'dotted',
  checks: 'checked',
  zigzag: 'zigzag',
  floral: 'floral',
} as const;

/** The name of the thing is what its title ends in, after the material. */
const extractProductName = ({ displayText, material }: DemoProduct): string => {
  const title = displayText.toLowerCase();
  return title.slice(title.indexOf(` ${material} `) + material.length + 2);
};
