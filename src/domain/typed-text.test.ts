import { describe, expect, it } from 'vitest';
import { normalForm } from './normal-form.ts';
import { toTypedText } from './typed-text.ts';

describe('toTypedText', () => {
  it.each([
    ['Women Low Trainers', 'en', 'women low trainers'],
    ['High-Top  Trainers', 'en', 'high-top trainers'],
    ["Levi's Jeans", 'en', "levi's jeans"],
    ['Köpeny & Kabát', 'hu', 'köpeny & kabát'],
    ['Größe L Kleider', 'de', 'größe l kleider'],
    ['Cafe\u0301', 'fr', 'café'],
    ['KIŞLIK', 'tr', 'kışlık'],
  ])('%s (%s)', (displayText, language, expected) => {
    expect(toTypedText(displayText, language)).toBe(expected);
    expect(normalForm(expected, language)).toBe(normalForm(displayText, language));
  });
});
