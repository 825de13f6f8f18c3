import { expect, it } from 'vitest';
import { boxDefaults, type SearchBox } from '../domain/box.ts';
import { type Strategy, strategyDefaults } from '../domain/strategy.ts';
import { listRequestedFields, planNeighbours, wantsTitles } from './neighbour-plans.ts';

const rung = (rank: number, from: Strategy['from'], searchMode: Strategy['searchMode']): Strategy => ({
  ...strategyDefaults,
  rank,
  from,
  searchMode,
});

const box = (more: Partial<SearchBox>): SearchBox => ({
  ...boxDefaults,
  id: 1,
  websiteId: 1,
  datasetId: 7,
  tracker: '00000000-0000-4000-8000-00000000000b',
  name: 'similar',
  kind: 'search',
  facets: [],
  sameAsSource: ['category'],
  exclude: null,
  strategies: [rung(1, 'looks', 'All'), rung(2, 'looks', 'Any'), rung(3, 'text', 'Any')],
  ...more,
});

it('plans one list for each looks rung, and none for word rungs', () => {
  const plans = planNeighbours([box({ sameAsSource: ['category', 'gender'] })], 7);
  expect(plans.map(({ same }) => same.mode)).toEqual(['All', 'Any']);
});

it('plans one list for rungs that differ only in the mode of a single field', () => {
  expect(planNeighbours([box({})], 7).map(({ same }) => same)).toEqual([
    { fields: ['category'], mode: 'All' },
  ]);
  expect(planNeighbours([box({ sameAsSource: [] })], 7)).toHaveLength(1);
});

it('shares a plan between boxes with the same settings, with the larger number of candidates', () => {
  const plans = planNeighbours([box({ candidates: 50 }), box({ id: 2, candidates: 300 })], 7);
  expect(plans.map(({ candidates }) => candidates)).toEqual([300]);
});

it('plans no list for other colours, which are found by a scan', () => {
  const other = box({ weights: { looks: 1, colour: -0.3 } });
  expect(planNeighbours([other], 7)).toEqual([]);
  expect(planNeighbours([other, box({ id: 2 })], 7).map(({ weights }) => weights)).toEqual([
    boxDefaults.weights,
  ]);
});

it('ignores boxes of other datasets', () => {
  expect(planNeighbours([box({ datasetId: 8 })], 7)).toEqual([]);
  expect(listRequestedFields([box({ datasetId: 8 })], 7)).toEqual(new Set());
});

it('lists the fields that boxes count, compare or exclude by', () => {
  const exclude = { kind: 'compare', field: 'brand', comparison: 'eq', value: 'Alto' } as const;
  expect(listRequestedFields([box({ facets: ['price'], exclude })], 7)).toEqual(
    new Set(['price', 'category', 'brand']),
  );
});

it.each([
  ['as decided', { looks: 1, colour: 0 }, 0.2, { looks: 1, colour: 0, title: 0.2 }],
  ['as the box says', { looks: 1, colour: 0, title: 0.5 }, 0.2, { looks: 1, colour: 0, title: 0.5 }],
  ['none where titles are not compared', { looks: 1, colour: 0, title: 0.5 }, null, { looks: 1, colour: 0 }],
])('plans the weight of titles: %s', (_name, weights, decided, expected) => {
  expect(planNeighbours([box({ weights })], 7, decided)[0]?.weights).toEqual(expected);
});

it('knows whether a box of the dataset wants titles', () => {
  const wanting = box({ weights: { looks: 1, colour: 0, title: 0.5 } });
  expect(wantsTitles([box({}), wanting], 7)).toBe(true);
  expect(wantsTitles([box({}), wanting], 8)).toBe(false);
  expect(wantsTitles([box({ weights: { looks: 1, colour: 0, title: 0 } })], 7)).toBe(false);
});
