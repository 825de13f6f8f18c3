import { describe, expect, it } from 'vitest';
import { aSearchBox } from '../../../test/support/store/test-shop.ts';
import { ladderDefault, type Strategy } from '../../domain/strategy.ts';
import { noEffects } from '../../operations/campaigns/apply-campaigns.ts';
import type { ImageSearchResult } from '../../operations/image-search.ts';
import type { ImageSearchCall } from './presenter.ts';
import { presentPlainFields } from './plain-fields.ts';

const strategy = (): Strategy => ({ ...(ladderDefault[0] as Strategy) });

const box = { ...aSearchBox(1), id: 1, websiteId: 1, tracker: 't' } as ImageSearchCall['box'];

const plainCall: ImageSearchCall = {
  box,
  dataset: 'd',
  synonyms: [],
  language: 'en',
  campaigns: [],
  identifier: 'p0',
  top: 24,
  page: 1,
  filter: null,
  filterText: null,
  orderBy: [],
  tile: null,
  pattern: null,
  explain: false,
  requestId: 'r',
  shopper: null,
};

const plainResult = (rung: Strategy): ImageSearchResult => ({
  version: '1',
  status: 'resultFound',
  strategy: rung,
  count: 10,
  documents: [],
  facets: [],
  text: null,
  callerFilter: null,
  filter: null,
  effects: noEffects,
  campaigns: [],
  ads: [],
  explanation: null,
  isReusable: true,
});

/** Whether the text of a first answer is used for a second one. */
const isUsedAgain = (
  changedCall: Partial<ImageSearchCall>,
  changedResult: Partial<ImageSearchResult>,
  both: { readonly call?: Partial<ImageSearchCall>; readonly result?: Partial<ImageSearchResult> } = {},
): boolean => {
  const [call, result] = [
    { ...plainCall, ...both.call },
    { ...plainResult(strategy()), ...both.result },
  ];
  presentPlainFields(call, result, () => 'first');
  const second = presentPlainFields(
    { ...call, ...changedCall },
    { ...result, ...changedResult },
    () => 'second',
  );
  return second === 'first';
};

describe('the fields of a plain answer', () => {
  it('are written once, whatever the product', () => {
    expect(isUsedAgain({}, {})).toBe(true);
    expect(isUsedAgain({ identifier: 'p1', requestId: 's', shopper: 'x' }, { version: '2' })).toBe(true);
  });

  it.each<[string, Partial<ImageSearchCall>, Partial<ImageSearchResult>]>([
    ['another number of results', {}, { count: 11 }],
    ['another status', {}, { count: 0, status: 'resultNotFound' }],
    ['another page size', { top: 12 }, {}],
    ['another page', { page: 2 }, {}],
    ['another facet type', { box: { ...box, facetType: 'adaptive' } }, {}],
    ['another rung', {}, { strategy: strategy() }],
  ])('are written again for %s', (_, call, result) => {
    expect(isUsedAgain(call, result)).toBe(false);
  });

  const filter = { kind: 'compare', field: 'price', comparison: 'lt', value: 5 } as const;
  it.each<[string, Partial<ImageSearchCall>, Partial<ImageSearchResult>]>([
    ['a filter', { filterText: 'price lt 5', filter }, { callerFilter: filter, filter }],
    ['a filter of a tile', {}, { filter }],
    ['an order', { orderBy: [{ field: 'price', order: 'asc' }] }, {}],
    ['a campaign', {}, { campaigns: [7] }],
    [
      'a redirect of a search term',
      {},
      {
        effects: {
          ...noEffects,
          redirect: { ruleId: 0, campaignName: null, term: 'sale', url: 'https://shop.example/sale' },
        },
      },
    ],
    ['a text', {}, { text: { originalQuery: 'a', alteredQuery: 'a', changedTerms: {}, fuzzied: false } }],
  ])('are never used again with %s', (_, call, result) => {
    expect(isUsedAgain({}, {}, { call, result })).toBe(false);
  });
});
