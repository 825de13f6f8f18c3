import { describe, expect, it } from 'vitest';
import type { CatalogueReport } from './evaluate-catalogue.ts';
import type { Report, SystemReport } from './evaluate-log.ts';
import { misspell } from './misspell.ts';
import { renderCatalogueReport, renderReport } from './render.ts';
import { editDistance } from '../../src/domain/edit-distance.ts';

const interval = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const system = (name: string, more: Partial<SystemReport> = {}): SystemReport => ({
  name,
  recall: interval(0.5),
  mrr: interval(0.25),
  coverage: 0.9,
  nearDuplicateShare: 0,
  zeroResultShare: null,
  byFold: [{ fold: 0, pairs: 7, recall: 0.5, mrr: 0.25 }],
  ...more,
});
const report: Report = {
  pairs: 12,
  shoppers: 4,
  ceiling: 0.75,
  asTyped: { text: 0.3, displayText: 0.25 },
  systems: [system('kindred', { zeroResultShare: 0.125 }), system('popularity')],
  differences: [{ of: 'kindred', over: 'popularity', recall: interval(-0.05), mrr: interval(0.2) }],
  without: [],
};

describe('renderReport', () => {
  const lines = renderReport(report).split('\n');

  it('begins with what was measured', () => {
    expect(lines[0]).toBe('12 held-out searches of 4 shoppers; ceiling 0.750');
  });

  it('has a row for each system, with intervals', () => {
    const row = lines.find((line) => line.startsWith('kindred  ')) ?? '';
    expect(row).toContain('0.500 (0.400 to 0.600)');
    expect(row).toContain('0.250 (0.150 to 0.350)');
    expect(row.endsWith('0.125')).toBe(true);
  });

  it('says how often the next search is in the list to the letter', () => {
    expect(lines).toContain('recall@10 to the letter: by text 0.300, by displayText 0.250');
  });

  it('says where no catalogue was known', () => {
    expect(lines.find((line) => line.startsWith('popularity'))).toMatch(/no catalogue$/);
  });

  it('has folds only for what is compared in detail', () => {
    const folds = lines.slice(lines.findIndex((line) => line.startsWith('by fold')));
    expect(folds[1]).toMatch(/^kindred\s+0\s+7\s+0\.500\s+0\.250$/);
    expect(folds.filter((line) => /^popularity\s+0/.test(line))).toEqual([]);
  });

  it('writes a difference with its sign', () => {
    const row = lines.find((line) => line.startsWith('kindred over popularity')) ?? '';
    expect(row).toContain('-0.050 (-0.150 to +0.050)');
    expect(row).toContain('+0.200 (+0.100 to +0.300)');
  });

  it('aligns columns and ends no line with blanks', () => {
    for (const line of lines) expect(line).toBe(line.trimEnd());
    const header = lines.find((line) => line.includes('recall@10')) ?? '';
    const row = lines.find((line) => line.startsWith('kindred  ')) ?? '';
    expect(row.indexOf('0.500')).toBe(header.indexOf('recall@10'));
  });
});

describe('renderCatalogueReport', () => {
  const catalogueReport: CatalogueReport = {
    queries: 30,
    sharing: 20,
    answered: 18,
    enough: 15,
    answeredOthers: 2,
    suggestions: 99,
    findShare: 1,
    nearDuplicateShare: 0.01,
    refineShare: 0.4,
    bothDirections: 0.5,
    depth: 5.456,
    examples: [
      { query: 'tent', list: ['tent peg', 'stove', 'mat', 'bag', 'axe', 'rope'] },
      { query: 'zzz', list: [] },
    ],
  };
  const text = renderCatalogueReport(catalogueReport);

  it('shows counts, shares and examples of at most five', () => {
    expect(text).toContain('30 queries, of which 20 share a content word with the catalogue');
    expect(text).toMatch(/with a list\s+18/);
    expect(text).toMatch(/suggestions in a list\s+5\.5/);
    expect(text).toContain('  tent: tent peg · stove · mat · bag · axe\n');
    expect(text).not.toContain('rope');
  });

  it('shows a dash for a query without a list, and says what it cannot measure', () => {
    expect(text).toContain('  zzz: –');
    expect(text).toMatch(/can only be measured with a log/);
  });
});

describe('misspell', () => {
  it('makes as many edits as asked for, at most, in letters alone', () => {
    let state = 7;
    const random = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let round = 0; round < 300; round++)
      for (const edits of [1, 2]) {
        const misspelt = misspell('halo 3 game', edits, random);
        expect(misspelt).not.toBe('halo 3 game');
        expect(editDistance(misspelt, 'halo 3 game', 4)).toBeLessThanOrEqual(2 * edits);
        expect(misspelt).toContain('3');
      }
  });
});
