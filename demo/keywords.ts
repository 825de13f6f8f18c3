import type { DemoProduct } from './drawing/product.ts';
import { demoProducts, demoShop } from './products.ts';
import { createRandom } from './random.ts';

/** One line of a shop's search statistics. */
export type DemoKeyword = { readonly keyword: string; readonly count: number };

const keywordDefaults = { rows: 240, mostSearched: 1800 } as const;

/** The most frequent searches in shops of this kind, in descending order. */
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
 * Searches of the demo shop's shoppers, most frequent first. Every row but the head terms consists of words of an
 * available product, so that it finds something. Counts follow Zipf's law roughly, as in a real log: the nth keyword
 * is searched about 1/n as often as the first.
 */
export const demoKeywords = (): DemoKeyword[] => {
  const random = createRandom(demoShop.seed);
  const products = demoProducts().filter(({ available }) => available);
  const composed = random.shuffle(products.flatMap(composeKeywords));
  const keywords = [...new Set([...headTerms, ...composed])].slice(0, keywordDefaults.rows);
  return keywords.map((keyword, rank) => ({
    keyword,
    count: Math.max(
      2,
      Math.round((keywordDefaults.mostSearched / (rank + 1) ** 0.85) * random.between(0.92, 1)),
    ),
  }));
};

const composeKeywords = (product: DemoProduct): string[] => {
  const name = extractProductName(product);
  const pattern = product.pattern === 'plain' ? [] : [`${patternAdjectives[product.pattern]} ${name}`];
  const gender = product.gender === null || product.gender === 'unisex' ? [] : [`${product.gender} ${name}`];
  const room = product.room === null ? [] : [`${product.room} ${name}`];
  return [
    name,
    `${product.colour} ${name}`,
    `${product.material} ${name}`,
    `${product.brand.toLowerCase()} ${name}`,
    ...pattern,
    ...gender,
    ...room,
  ];
};

const patternAdjectives = {
  stripes: 'striped',
  dots: 'dotted',
  checks: 'checked',
  zigzag: 'zigzag',
  floral: 'floral',
} as const;

/** The part of the title after the material. */
const extractProductName = ({ displayText, material }: DemoProduct): string => {
  const title = displayText.toLowerCase();
  return title.slice(title.indexOf(` ${material} `) + material.length + 2);
};
