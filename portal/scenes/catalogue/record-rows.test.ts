import { describe, expect, it } from 'vitest';
import { de } from '../../texts/de.ts';
import { en } from '../../texts/en.ts';
import { createFormats } from '../../texts/formats.ts';
import { createTranslator } from '../../texts/text.ts';
import { listRecordRows } from './record-rows.ts';

const english = { t: createTranslator(en, 'en'), ...createFormats('en') };
const german = { t: createTranslator(de, 'de'), ...createFormats('de') };
const fields = [{ name: 'color', displayName: 'Colour' }];

describe('listRecordRows', () => {
  it.each<[string, unknown, string]>([
    ['color', 'Red', 'Red'],
    ['sizes', ['S', 'M'], 'S, M'],
    ['sale', true, 'Yes'],
    ['sale', false, 'No'],
    ['weight', 1234.5678, '1,234.57'],
    ['pieces', 1200, '1,200'],
    ['price', 68, '€68.00'],
    ['prices', [1, 2], '1, 2'],
    ['origin', { country: 'PT' }, '{"country":"PT"}'],
  ])('shows %s %j as %s', (name, value, expected) => {
    const rows = listRecordRows({ currency: 'EUR', [name]: value }, fields, english);
    expect(rows.at(-1)?.value).toBe(expected);
  });

  it('takes the name of the catalogue, else that of the record', () => {
    const rows = listRecordRows({ color: 'Red', season: 'Winter' }, fields, english);
    expect(rows.map(({ term }) => term)).toEqual(['Colour', 'season']);
  });

  it('begins with price, brand and category, and ends with the address', () => {
    const record = { url: 'https://shop.example/a', color: 'Red', brand: 'Acme', price: 5, size: 'S' };
    const rows = listRecordRows(record, fields, english);
    expect(rows.map(({ value }) => value)).toEqual(['5.00', 'Acme', 'Red', 'S', 'https://shop.example/a']);
  });

  it('leaves out what is empty and what the header says', () => {
    const record = { identifier: 'a', displayText: 'A lamp', note: '', brand: null, color: 'Red' };
    expect(listRecordRows(record, fields, english)).toEqual([{ term: 'Colour', value: 'Red' }]);
  });

  it.each([
    ['url', 'Address in the shop', 'Adresse im Shop'],
    ['available', 'Available', 'Lieferbar'],
  ])('names %s, which every catalogue has, in the language of the reader', (name, inEnglish, inGerman) => {
    const named = [{ name, displayName: 'As in the program' }];
    expect(listRecordRows({ [name]: 'x' }, named, english)[0]?.term).toBe(inEnglish);
    expect(listRecordRows({ [name]: 'x' }, named, german)[0]?.term).toBe(inGerman);
  });

  it('shows the currency by itself only where there is no price', () => {
    expect(listRecordRows({ currency: 'EUR' }, fields, english)).toHaveLength(1);
    expect(listRecordRows({ currency: 'EUR', price: 5 }, fields, english)).toHaveLength(1);
  });

  it('speaks German', () => {
    const rows = listRecordRows({ sale: true, price: 1234.5, currency: 'EUR' }, fields, german);
    expect(rows.map(({ value }) => value)).toEqual([expect.stringMatching(/^1\.234,50\s€$/u), 'Ja']);
  });
});
