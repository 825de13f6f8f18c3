import type { Shop } from './shop.ts';

/** A valid call of one operation; each test makes it invalid in one way. */
export type OperationCase = {
  readonly path: string;
  readonly validParameters: (shop: Shop) => Record<string, string>;
};

export const imageSearchCase: OperationCase = {
  path: '/search/imagesearch',
  validParameters: ({ north }) => ({ btr: north.search.tracker, identifier: 'p0' }),
};

export const relatedKeywordsCase: OperationCase = {
  path: '/relatedsearches/keywords',
  validParameters: ({ north }) => ({ btr: north.relatedKeywords.tracker, pattern: 'shirt' }),
};
