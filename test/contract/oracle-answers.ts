import { expect } from 'vitest';
import type { DraftProduct, ProductDraft, ProductReader, SearchQuery } from '../../src/engine/engine.ts';
import type { DrawnCatalogue } from '../support/engine/catalogue-arbitraries.ts';
import { searchByBruteForce } from '../support/engine/brute-force-search.ts';
import { expectHits } from './expect-scores.ts';
import { readSource } from './shop.ts';

/** Expects the reader to answer each query as the brute-force search does. */
export const expectOracleAnswers = async (
  reader: ProductReader,
  draft: ProductDraft,
  products: readonly DraftProduct[],
  queries: DrawnCatalogue['queries'],
  tolerance: number,
) => {
  for (const { source, query: drawn } of queries) {
    const identifier = products[source % products.length]?.product.identifier ?? '';
    const { weights, sameAhead, ...rest } = drawn;
    const seed = { kind: 'looks', source: await readSource(reader, identifier), weights } as const;
    const ahead = sameAhead.map((same) => ({ seed, same }));
    const query: SearchQuery = { ...rest, seed, ahead, explain: true };
    const actual = await reader.search(query);
    const expected = searchByBruteForce(draft, products, query);
    expect(actual.count).toBe(expected.count);
    expect(actual.organic).toBe(expected.organic);
    const hits = actual.hits.map(({ identifier: hit, score, parts }) => ({
      identifier: hit,
      score,
      boost: parts?.boost,
      boosts: parts?.boosts,
      pinned: parts?.pinned,
      organicPosition: parts?.organicPosition,
      rung: parts?.rung ?? ahead.length,
    }));
    expectHits<(typeof hits)[number]>(hits, expected.hits, tolerance);
    expect(actual.facets).toEqual(expected.facets);
  }
};
