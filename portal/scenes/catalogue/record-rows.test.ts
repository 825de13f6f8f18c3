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

  it('leaves out what is empty and what the header says', () => {
    const record = { identifier: 'a', displayText: 'A lamp', note: '', brand: null, color: 'Red' };
    expect(listRecordRows(record, fields, english)).toEqual([{ term: 'Colour', value: 'Red' }]);
  });

  it('speaks German', () => {
    const rows = listRecordRows({ sale: true, price: 1234.5, currency: 'EUR' }, fields, german);
    expect(rows.map(({ value }) => value)).toEqual(['Ja', expect.stringMatching(/^1\.234,50\s€$/u), 'EUR']);
  });
});
