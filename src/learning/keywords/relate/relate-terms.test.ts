import { describe, expect, it } from 'vitest';
import { extractPhrasesAround } from '../catalogue/combinations.ts';
import { buildKeywords } from '../build-keywords.ts';
import { createTestCatalogue } from '../../../../test/support/keywords/catalogue-fixture.ts';

const catalogue = createTestCatalogue([
  { displayText: 'Hazel Families Triple Bunk Beds', brand: 'Hazel Families' },
  { displayText: 'Hazel Families Dining Room Set', brand: 'Hazel Families' },
  { displayText: 'Candy Pets, Surprise with Pet Bed (style may vary)', brand: 'Spindle' },
  { displayText: 'Spindle Monster Truck', brand: 'Spindle' },
  { displayText: 'Netz Room Sensor 155 for server rooms', brand: 'Netz' },
]);
const entries = buildKeywords({ rows: [], catalogue, language: 'en' });
const findSuggestions = (term: string): string[] =>
  entries.find(({ text }) => text === term)?.suggestions.map(({ displayText }) => displayText) ?? [];

describe('a single word of the catalogue is answered', () => {
  it('first with phrases that contain it, then with other names of its products', () => {
    expect(findSuggestions('bed').slice(0, 2).sort()).toEqual(['Bunk Beds', 'Pet Bed']);
    expect(findSuggestions('bed').slice(2)).toEqual(['Hazel Families']);
  });

  it('with one bare brand at most', () => {
    const brands = ['Hazel Families', 'Spindle', 'Netz'];
    for (const term of ['bed', 'room', 'pet', 'truck'])
      expect(findSuggestions(term).filter((text) => brands.includes(text)).length).toBeLessThan(2);
  });

  it('with whole phrases, without the brand at the start of a name', () => {
    expect(findSuggestions('room')).toEqual(
      expect.arrayContaining(['Dining Room Set', 'Room Sensor', 'Server Rooms']),
    );
  });

  it('with at least three suggestions, all of which find products', () => {
    for (const term of ['bed', 'room', 'truck', 'pet'])
      expect(findSuggestions(term).length, term).toBeGreaterThan(2);
    for (const { suggestions } of entries)
      for (const { text } of suggestions) expect(catalogue.find(text.split(' ')).products).toBeGreaterThan(0);
  });
});

describe('the phrase around a term of a product name', () => {
  it.each([
    ['Angel Light Running Short', null, 'light', ['Light Running Short']],
    ['Torque Power Short', null, 'power', ['Power Short']],
    ['Anna Tank', null, 'tank', ['Anna Tank']],
    ['Lamp', null, 'lamp', []],
    ['Nordic Lamp', 'Nordic', 'lamp', []],
    ['Cable blue cable', null, 'cable', ['blue cable']],
    ['Soft Foam Keyboard Rest Pad Large Black', null, 'foam', ['Foam Keyboard']],
  ])('%s (%s), %s: %j', (name, brand, term, phrases) => {
    expect(extractPhrasesAround({ name, brand }, term, 'en')).toEqual(phrases);
  });
});
