import type { Shop } from './shop.ts';

/** A good call of one operation, to be spoilt in one way by each test. */
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
