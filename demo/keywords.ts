import type { DemoLanguage } from '../src/domain/demo-account.ts';
import { demoProducts, demoShop } from './products.ts';
import { createRandom } from './random.ts';
import { wordsOf } from './words/languages.ts';

/** One line of a shop's search statistics. */
export type DemoKeyword = { readonly keyword: string; readonly count: number };

const keywordDefaults = { rows: 240, mostSearched: 1800 } as const;

/**
 * Searches of the demo shop's shoppers, most frequent first. Every row but the most frequent ones consists of words of an
 * available product, so that it finds something. Counts follow Zipf's law roughly, as in a real log: the nth keyword
 * is searched about 1/n as often as the first.
 */
export const demoKeywords = (language: DemoLanguage = 'en'): DemoKeyword[] => {
  const { frequentSearches, composeSearches } = wordsOf[language];
  const random = createRandom(demoShop.seed);
  const products = demoProducts(language).filter(({ available }) => available);
  const composed = random.shuffle(products.flatMap(composeSearches));
  const keywords = [...new Set([...frequentSearches, ...composed])].slice(0, keywordDefaults.rows);
  return keywords.map((keyword, rank) => ({
    keyword,
    count: Math.max(
      2,
      Math.round((keywordDefaults.mostSearched / (rank + 1) ** 0.85) * random.between(0.92, 1)),
    ),
  }));
};
