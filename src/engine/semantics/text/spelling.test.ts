import { describe, expect, it } from 'vitest';
import { chooseSpelling, listSpelledTexts } from './trace.ts';

describe('the spelling of a term', () => {
  it.each([
    ['the most common one', 'trainer', ['Canvas trainers', 'Trainers', 'A trainer'], 'trainers'],
    ['the shorter one of equally common ones', 'skirt', ['Linen skirt', 'Skirts'], 'skirt'],
    ['with its accents', 'taska', ['Női táska', 'Táska'], 'táska'],
    ['in lower case', 'led', ['LED bulb'], 'led'],
    ['the term itself where two words stand for it', 'wifi', ['Wi-Fi router'], 'wifi'],
    ['the term itself where no text has it', 'lamp', [], 'lamp'],
  ])('is %s', (_, term, texts, expected) => {
    expect(chooseSpelling(term, texts, term === 'taska' ? 'hu' : 'en')).toBe(expected);
  });

  it('does not depend on the order of the texts', () => {
    const texts = ['dress', 'Dresses', 'dresses', 'DRESS'];
    expect(chooseSpelling('dress', texts, 'en')).toBe(chooseSpelling('dress', texts.toReversed(), 'en'));
  });

  it('comes from what is written for readers: names, attributes and lists, not addresses', () => {
    const record = {
      identifier: 'boots-1',
      url: 'https://shop.example/boots',
      imageUrl: 'https://shop.example/boots.jpg',
      displayText: 'Boot',
      price: 12,
      colours: ['Red', 'Blue'],
    };
    expect(listSpelledTexts(record)).toEqual(['Boot', 'Red', 'Blue']);
  });
});
