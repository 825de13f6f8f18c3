import { describe, expect, it } from 'vitest';
import { createTestCatalogue } from '../../../../test/support/keywords/catalogue-fixture.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { createBrandLimit } from './fuse-suggestions.ts';

const catalogue = createTestCatalogue([
  { displayText: 'Mug', brand: 'Alder' },
  { displayText: 'Vase', brand: 'Brin & Sons' },
  { displayText: 'Lamp', material: 'oak' },
]);
const list = (...texts: string[]): Suggestion[] =>
  texts.map((text, at) => ({ text, displayText: text, score: 9 - at, direction: 'next', evidence: [] }));
const textsOf = (suggestions: readonly Suggestion[]): string[] => suggestions.map(({ text }) => text);

describe('createBrandLimit', () => {
  it.each([
    [list('mug', 'alder', 'brin son', 'vase'), list('mug', 'alder', 'vase')],
    [list('brin son', 'alder'), list('brin son')],
    [list('alder mug', 'brin son vase'), list('alder mug', 'brin son vase')],
    [[], []],
  ])('%j', (before, after) => {
    expect(textsOf(createBrandLimit(catalogue, 'en').keepOneBrand(before))).toEqual(textsOf(after));
  });

  it('puts something else before a brand or a material alone, with falling scores', () => {
    const kept = createBrandLimit(catalogue, 'en').keepOneBrand(list('alder', 'oak', 'mug', 'vase'));
    expect(textsOf(kept)).toEqual(['mug', 'oak', 'alder', 'vase']);
    expect(kept.map(({ score }) => score)).toEqual([9, 8, 7, 6]);
  });

  it('knows no brands without a catalogue', () => {
    expect(createBrandLimit(null, 'en').isBrand({ text: 'alder' })).toBe(false);
  });
});
