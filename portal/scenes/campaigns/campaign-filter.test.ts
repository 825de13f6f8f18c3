import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Campaign } from '../../api/types.ts';
import {
  type CampaignFilter,
  filterCampaigns,
  noFilter,
  readFilter,
  rowsOfPage,
  takePage,
  writeFilter,
} from './campaign-filter.ts';
import { type Effect, effectKinds, newEffect } from './effects.ts';
import { campaignStatuses } from './status.ts';

const now = Date.parse('2026-05-01T00:00:00Z');

const campaign = (
  ruleId: number,
  name: string,
  rest: Partial<Campaign['declaration']> & { state?: Campaign['state']; effect?: Effect } = {},
): Campaign => {
  const { state = 'draft', effect = newEffect('redirect'), ...declared } = rest;
  return { ruleId, state, declaration: { name, effect, ...declared } };
};

const campaigns = [
  campaign(1, 'Summer Sale', { state: 'published', box: 'similar' }),
  campaign(2, 'Winter sale', { state: 'published', from: '2026-11-01T00:00:00Z' }),
  campaign(3, 'Old lamps', {
    state: 'published',
    until: '2026-01-01T00:00:00Z',
    effect: newEffect('banner'),
  }),
  campaign(4, 'Lamps in front', { effect: newEffect('promotion'), box: 'garden' }),
];

const find = (part: Partial<CampaignFilter>): number[] =>
  filterCampaigns(campaigns, { ...noFilter, ...part }, now).map(({ ruleId }) => ruleId);

describe('filterCampaigns', () => {
  it.each([
    ['nothing asked for', {}, [1, 2, 3, 4]],
    ['a part of a name, in any case', { text: 'SALE' }, [1, 2]],
    ['all words, in any order', { text: 'sale winter' }, [2]],
    ['the name of a box', { text: 'garden' }, [4]],
    ['blanks around words', { text: '  lamps ' }, [3, 4]],
    ['a status', { status: 'scheduled' }, [2]],
    ['another status', { status: 'ended' }, [3]],
    ['a kind', { kind: 'promotion' }, [4]],
    ['text, status and kind together', { text: 'lamps', status: 'ended', kind: 'banner' }, [3]],
    ['no campaign', { text: 'nowhere' }, []],
  ] as const)('%s', (_, part, expected) => {
    expect(find(part)).toEqual(expected);
  });
});

describe('takePage', () => {
  const many = (count: number): Campaign[] =>
    Array.from({ length: count }, (_, index) => campaign(index, `Campaign ${index}`));

  it.each([
    [0, 1, 1, 1, 0],
    [25, 1, 1, 1, 25],
    [26, 2, 2, 2, 1],
    [200, 8, 8, 8, 25],
    [200, 9, 8, 8, 25],
  ])('%i campaigns, page %i: page %i of %i with %i rows', (count, wanted, page, pages, rows) => {
    const taken = takePage(many(count), wanted);
    expect([taken.page, taken.pages, taken.rows.length]).toEqual([page, pages, rows]);
  });

  it('shows every campaign on exactly one page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 210 }), (count) => {
        const { pages } = takePage(many(count), 1);
        const shown = Array.from({ length: pages }, (_, index) => takePage(many(count), index + 1).rows);
        expect(shown.flat().map(({ ruleId }) => ruleId)).toEqual(many(count).map(({ ruleId }) => ruleId));
        expect(shown.every(({ length }) => length <= rowsOfPage)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the filter in the address', () => {
  const filters = fc.record({
    text: fc.string(),
    status: fc.constantFrom('all', ...campaignStatuses),
    kind: fc.constantFrom('all', ...effectKinds),
    page: fc.integer({ min: 1, max: 1000 }),
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readFilter(writeFilter(filter))).toEqual(filter);
      }),
    );
  });

  it('is empty without a filter, and leaves out what it does not know', () => {
    expect(writeFilter(noFilter)).toEqual({});
    expect(readFilter({ status: 'lost', kind: 'song', page: -1 })).toEqual(noFilter);
    expect(readFilter({ page: 1.5 })).toEqual(noFilter);
  });
});
