import { describe, expect, it } from 'vitest';
import { de } from '../../texts/de.ts';
import { en } from '../../texts/en.ts';
import { createTranslator } from '../../texts/text.ts';
import { nameField } from './field-name.ts';

const fields = [
  { name: 'color', displayName: 'Colour' },
  { name: 'url', displayName: 'Url' },
];

describe('the name of a field', () => {
  it.each([
    ['url', 'Address in the shop', 'Adresse im Shop'],
    ['imageUrl', 'Picture', 'Bild'],
    ['groupId', 'Group of variants', 'Variantengruppe'],
    ['available', 'Available', 'Lieferbar'],
    ['color', 'Colour', 'Colour'],
    ['season', 'season', 'season'],
    ['constructor', 'constructor', 'constructor'],
  ])('%s is called %s and %s', (name, english, german) => {
    expect(nameField(createTranslator(en, 'en'), name, fields)).toBe(english);
    expect(nameField(createTranslator(de, 'de'), name, fields)).toBe(german);
  });
});
