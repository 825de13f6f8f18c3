import { describe, expect, it } from 'vitest';
import { buildKeywords } from '../build-keywords.ts';
import { createCasing } from './casing.ts';
import type { KeywordRow } from '../keyword-row.ts';
import { createTestCatalogue } from '../testing/catalogue-fixture.ts';

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

describe('keywords of a catalogue read as one hand wrote them', () => {
  it('as headings where nobody has searched yet, whatever the case of the feed', () => {
    expect(displays([])).toEqual(
      expect.arrayContaining(['Dark Red Trainers', 'LUMINA Trainers', 'Home Audio Set', 'Tees']),
    );
  });

  it('as shoppers type where they do, with brands as they write themselves', () => {
    const rows = [
      { keyword: 'trainers', count: 9 },
      { keyword: 'lamp', count: 2 },
    ];
    expect(displays(rows)).toEqual(
      expect.arrayContaining(['trainers', 'dark red trainers', 'LUMINA trainers', 'home audio set']),
    );
  });

  it('as headings where the searches of an export are headings', () => {
    expect(displays([{ keyword: 'Trainers', count: 9 }])).toContain('Dark Red Trainers');
  });

  it('without a word said twice', () => {
    for (const text of displays([])) {
      const words = text.toLowerCase().split(' ');
      expect(new Set(words).size, text).toBe(words.length);
    }
    expect(displays([])).not.toContain('Tee Tees');
  });

  it('in other languages with a capital where they begin', () => {
    expect(createCasing([], [], 'de')('rote Schuhe ohne Absatz')).toBe('Rote Schuhe ohne Absatz');
    expect(createCasing([], [], 'tr')('ince çorap')).toBe('İnce çorap');
  });

  it.each([
    ['USB cable for iPhone', 'USB Cable for iPhone', 'USB cable for iPhone'],
    ['V7 Laptop Case', 'V7 Laptop Case', 'V7 laptop case'],
    ['the big lamp', 'The Big Lamp', 'the big lamp'],
  ])('%s keeps its names', (phrase, heading, typed) => {
    expect(createCasing([], [], 'en')(phrase)).toBe(heading);
    expect(createCasing([], ['lamp'], 'en')(phrase)).toBe(typed);
  });

  it('and a brand that is also a word of a category is a brand only where a phrase begins with it', () => {
    const write = createCasing(catalogue.items, ['desk'], 'en');
    expect(write('Office desks')).toBe('Office desks');
    expect(write('Oak Office desks')).toBe('oak office desks');
    expect(write('Red lumina Trainers')).toBe('red LUMINA trainers');
  });
});
