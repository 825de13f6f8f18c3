import { describe, expect, it } from 'vitest';
import { de } from '../../texts/de.ts';
import { en } from '../../texts/en.ts';
import { createTranslator } from '../../texts/text.ts';
import { filterWords } from './filter-words.ts';

const fields = [
  { name: 'material', displayName: 'Material', type: 'text' },
  { name: 'price', displayName: 'Price', type: 'number' },
] as unknown as Parameters<typeof filterWords>[1];
const say = (filter: string): string => filterWords(createTranslator(en, 'en'), fields, filter);

describe('a filter in words', () => {
  it('is a sentence with the names of the fields', () => {
    expect(say("material eq 'linen'")).toBe('products whose Material is linen');
    expect(say("material ne 'linen' and price le 50")).toBe(
      'products whose Material is not linen and Price is at most 50',
    );
  });

  it('is in the language of the portal', () => {
    const said = filterWords(createTranslator(de, 'de'), fields, "material eq 'linen' and price ge 5");
    expect(said).toMatch(/^Material .* linen und Price .* 5$/);
  });

  it('never shows the syntax of a filter that sentences cannot say', () => {
    expect(say("material eq 'linen' or price lt 3")).toBe('a group of products');
  });
});
