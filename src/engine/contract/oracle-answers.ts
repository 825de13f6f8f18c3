import { expect } from 'vitest';
import type { DraftProduct, ProductDraft, ProductReader, SearchQuery } from '../engine.ts';
import type { DrawnCatalogue } from '../testing/catalogue-arbitraries.ts';
import { searchByBruteForce } from '../testing/brute-force-search.ts';
import { readSource } from './shop.ts';

/** Each question is answered as the definitions say; about products that are not sold nothing can be asked. */
export const expectOracleAnswers = async (
  reader: ProductReader,
  about: ProductDraft,
  products: readonly DraftProduct[],
  questions: DrawnCatalogue['queries'],
) => {
  for (const { source, query: question } of questions) {
    const identifier = products[source % products.length]?.product.identifier ?? '';
    const { weights: asked, ...rest } = question;
    const seed = { kind: 'looks', source: await readSource(reader, identifier), weights: asked } as const;
    const whole: SearchQuery = { ...rest, seed, explain: true };
    const answer = await reader.search(whole);
    const plain = searchByBruteForce(about, products, whole);
    expect(answer.count).toBe(plain.count);
    expect(
      answer.hits.map(({ identifier: found, score, parts }) => ({
        identifier: found,
        score,
        boost: parts?.boost,
        boosts: parts?.boosts,
        pinned: parts?.pinned,
        organicPosition: parts?.organicPosition,
      })),
    ).toEqual(plain.hits);
    expect(answer.facets).toEqual(plain.facets);
  }
};
