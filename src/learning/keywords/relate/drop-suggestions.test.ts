import { describe, expect, it } from 'vitest';
import { createTestCatalogue } from '../../../../test/support/keywords/catalogue-fixture.ts';
import { createBrandLimit } from './drop-suggestions.ts';

const catalogue = createTestCatalogue([
  { displayText: 'Mug', brand: 'Alder' },
  { displayText: 'Vase', brand: 'Brin & Sons' },
  { displayText: 'Lamp' },
]);
const list = (...texts: string[]) => texts.map((text) => ({ text }));

describe('createBrandLimit', () => {
  it.each([
    [list('mug', 'alder', 'brin son', 'vase'), list('mug', 'alder', 'vase')],
    [list('brin son', 'alder'), list('brin son')],
    [list('alder mug', 'brin son vase'), list('alder mug', 'brin son vase')],
    [[], []],
  ])('%j', (before, after) => {
    expect(createBrandLimit(catalogue, 'en').keepOneBrand(before)).toEqual(after);
  });

  it('knows no brands without a catalogue', () => {
    expect(createBrandLimit(null, 'en').isBrand({ text: 'alder' })).toBe(false);
  });
});
