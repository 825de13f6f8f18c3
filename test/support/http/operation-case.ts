import type { Shop } from './shop.ts';

/** A valid call of one operation; each test makes it invalid in one way. */
export type OperationCase = {
  readonly path: string;
  readonly validParameters: (shop: Shop) => Record<string, string>;
  /** Of a call whose answer has to be waited for: one that is made at once never meets another. */
  readonly slowParameters: (shop: Shop) => Record<string, string>;
};

export const imageSearchCase: OperationCase = {
  path: '/search/imagesearch',
  validParameters: ({ north }) => ({ btr: north.search.tracker, identifier: 'p0' }),
  slowParameters: ({ north }) => ({ btr: north.search.tracker, identifier: 'p0', orderby: 'price' }),
};

export const relatedKeywordsCase: OperationCase = {
  path: '/relatedsearches/keywords',
  validParameters: ({ north }) => ({ btr: north.relatedKeywords.tracker, pattern: 'shirt' }),
  slowParameters: ({ north }) => ({ btr: north.relatedProducts.tracker, pattern: 'shirt' }),
};
