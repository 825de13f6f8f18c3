import { describe, expect, it } from 'vitest';
import { buildKeywords } from './build-keywords.ts';
import { toKeywordRow } from './keyword-row.ts';
import { createTestCatalogue } from '../../../test/support/keywords/catalogue-fixture.ts';

const products = [
  ['Trail Runner', 'Shoes/Running shoes', 'Northwind', 'Red'],
  ['Road Runner', 'Shoes/Running shoes', 'Northwind', 'Blue'],
  ['City Runner', 'Shoes/Running shoes', 'Alto', 'Red'],
  ['Peak Boot', 'Shoes/Boots', 'Alto', 'Brown'],
  ['Lake Boot', 'Shoes/Boots', 'Alto', 'Brown'],
  ['Rain Jacket', 'Jackets', 'Northwind', 'Blue'],
  ['Wind Jacket', 'Jackets', 'Northwind', 'Red'],
].map(([displayText = '', category = '', brand = '', colour = '']) => ({
  displayText,
  category,
  brand,
  colour,
}));

const catalogue = createTestCatalogue(products);

const rows = [
  { keyword: 'running shoes', count: 900 },
  { keyword: 'Running Shoe', count: 20 },
  { keyword: 'shoes running', count: 5 },
  { keyword: 'red running shoes', count: 120 },
  { keyword: 'runing shoes', count: 9 },
  { keyword: 'boots', count: 300 },
  { keyword: 'brown boots', count: 80 },
  { keyword: 'unicorn saddle', count: 70 },
];

const entries = buildKeywords({ rows, catalogue, language: 'en' });
const entry = (text: string) => {
  const found = entries.find((candidate) => candidate.text === text);
  if (!found) throw new Error(`no entry ${text} among ${entries.map((each) => each.text).join(', ')}`);
  return found;
};

describe('keywords built from searches and the catalogue', () => {
  it('merge spellings of one search and show the most used one', () => {
    expect(entry('running shoe')).toMatchObject({ displayText: 'running shoes', popularity: 925 });
    expect(entries.filter(({ text }) => text.split(' ').sort().join(' ') === 'running shoe')).toHaveLength(1);
  });

  it('are refinements or next searches, and say which', () => {
    const directions = new Map(entry('shoe').suggestions.map(({ text, direction }) => [text, direction]));
    expect(directions.get('running shoe')).toBe('refine');
    expect(
      new Map(entry('red running shoe').suggestions.map(({ text, direction }) => [text, direction])).get(
        'running shoe',
      ),
    ).toBe('next');
  });

  it('never repeat the pattern, nor a typo of it', () => {
    for (const { text, suggestions } of entries) {
      expect(suggestions.map((suggestion) => suggestion.text)).not.toContain(text);
    }
    expect(entry('running shoe').suggestions.map(({ text }) => text)).not.toContain('runing shoe');
  });

  it('suggest only keywords that find products', () => {
    const suggested = new Set(entries.flatMap(({ suggestions }) => suggestions.map(({ text }) => text)));
    expect(suggested).not.toContain('unicorn saddle');
  });

  it('leave out a search that leads nowhere: it would hide what it is a misspelling of', () => {
    const searched = [...rows, { keyword: 'botos', count: 40 }];
    const built = buildKeywords({ rows: searched, catalogue, language: 'en' }).map(({ text }) => text);
    expect(built).not.toContain('botos');
    expect(built).not.toContain('unicorn saddle');
    expect(built).toContain('boot');
  });

  it('include brand × category and category × attribute that nobody has searched for yet', () => {
    expect(entry('northwind jacket').suggestions.map(({ text }) => text)).toContain('northwind');
    expect(entry('jacket').suggestions.map(({ text }) => text)).toContain('northwind jacket');
  });

  it('carry evidence that adds up, with the number of products', () => {
    for (const { score, evidence } of entry('running shoe').suggestions) {
      const sum = evidence.reduce((total, { weight }) => total + weight, 0);
      expect(score).toBeLessThanOrEqual(sum + 1e-9);
      expect(evidence.find(({ signal }) => signal === 'catalogue')?.products).toBeGreaterThan(0);
    }
    expect(entry('running shoe').suggestions.length).toBeGreaterThan(2);
  });

  it('do not depend on the order of the rows', () => {
    expect(buildKeywords({ rows: [...rows].reverse(), catalogue, language: 'en' })).toEqual(entries);
  });

  it('exist from the catalogue alone, and from searches alone', () => {
    const fromCatalogue = buildKeywords({ rows: [], catalogue, language: 'en' });
    expect(fromCatalogue.find(({ text }) => text === 'boot')?.suggestions.map(({ text }) => text)).toContain(
      'brown boot',
    );
    const fromRows = buildKeywords({ rows, catalogue: null, language: 'en' });
    expect(fromRows.find(({ text }) => text === 'boot')?.suggestions.map(({ text }) => text)).toContain(
      'brown boot',
    );
  });
});

describe('a row of an analytics export', () => {
  it.each([
    [
      { keyword: ' Shoes ', count: 3 },
      { keyword: 'Shoes', count: 3 },
    ],
    [
      { 'Search Term': 'shoes', Searches: '1,204' },
      { keyword: 'shoes', count: 1204 },
    ],
    [{ query: 'shoes' }, { keyword: 'shoes', count: 1 }],
  ])('%j is %j', (row, expected) => expect(toKeywordRow(row)).toEqual(expected));

  it.each([
    { count: 1 },
    { keyword: '   ', count: 1 },
    { keyword: 'x', count: 'many' },
    { keyword: 'x', count: -1 },
  ])('%j is refused with a reason', (row) => expect(toKeywordRow(row)).toHaveProperty('reason'));
});
