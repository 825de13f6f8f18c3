import { describe, expect, it } from 'vitest';
import { buildKeywords } from '../build-keywords.ts';
import { createCasing } from './casing.ts';
import type { KeywordRow } from '../keyword-row.ts';
import { createTestCatalogue } from '../../../../test/support/keywords/catalogue-fixture.ts';

const catalogue = createTestCatalogue([
  { displayText: 'Vela Low Trainers', category: 'Shoes/Trainers', brand: 'LUMINA', colour: 'dark red' },
  { displayText: 'Vela High Trainers', category: 'Shoes/Trainers', brand: 'LUMINA', colour: 'dark red' },
  { displayText: 'Office Desk', category: 'Office desks', brand: 'Office', colour: 'Oak' },
  { displayText: 'Office Corner Desk', category: 'Office desks', brand: 'Office', colour: 'Oak' },
  { displayText: 'home audio set Home audio One', category: 'Tees', colour: 'tee' },
  { displayText: 'home audio set Home audio Two', category: 'Tees', colour: 'tee' },
  { displayText: 'Home audio Set Home Audio Six', category: 'Tees', colour: 'tee' },
  { displayText: 'home Audio set', category: 'Tees', colour: 'tee' },
]);

const displays = (rows: readonly KeywordRow[], language = 'en'): string[] =>
  buildKeywords({ rows, catalogue, language })
    .filter(({ suggestible }) => suggestible)
    .map(({ displayText }) => displayText);

describe('the casing of keywords', () => {
  it('is that of headings where nobody has searched yet, whatever the case of the feed', () => {
    expect(displays([])).toEqual(
      expect.arrayContaining(['Dark Red Trainers', 'LUMINA Trainers', 'Home Audio Set', 'Tees']),
    );
  });

  it('is that of the searches where there are some, with brands in their own spelling', () => {
    const rows = [
      { keyword: 'trainers', count: 9 },
      { keyword: 'lamp', count: 2 },
    ];
    expect(displays(rows)).toEqual(
      expect.arrayContaining(['trainers', 'dark red trainers', 'LUMINA trainers', 'home audio set']),
    );
  });

  it('is that of headings where the searches of an export are headings', () => {
    expect(displays([{ keyword: 'Trainers', count: 9 }])).toContain('Dark Red Trainers');
  });

  it('repeats no word', () => {
    for (const text of displays([])) {
      const words = text.toLowerCase().split(' ');
      expect(new Set(words).size, text).toBe(words.length);
    }
    expect(displays([])).not.toContain('Tee Tees');
  });

  it('capitalises only the first word in languages other than English', () => {
    expect(createCasing([], [], 'de')('rote Schuhe ohne Absatz')).toBe('Rote Schuhe ohne Absatz');
    expect(createCasing([], [], 'tr')('ince çorap')).toBe('İnce çorap');
  });

  it.each([
    ['USB cable for iPhone', 'USB Cable for iPhone', 'USB cable for iPhone'],
    ['V7 Laptop Case', 'V7 Laptop Case', 'V7 laptop case'],
    ['the big lamp', 'The Big Lamp', 'the big lamp'],
  ])('keeps the proper names in %s', (phrase, heading, typed) => {
    expect(createCasing([], [], 'en')(phrase)).toBe(heading);
    expect(createCasing([], ['lamp'], 'en')(phrase)).toBe(typed);
  });

  it('takes a brand that is also a category word for a brand only at the start of a phrase', () => {
    const applyCasing = createCasing(catalogue.items, ['desk'], 'en');
    expect(applyCasing('Office desks')).toBe('Office desks');
    expect(applyCasing('Oak Office desks')).toBe('oak office desks');
    expect(applyCasing('Red lumina Trainers')).toBe('red LUMINA trainers');
  });
});
