import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextNumbers } from './text-numbers.ts';

const texts = fc.array(
  fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.string({ maxLength: 40 })),
  {
    maxLength: 300,
  },
);

describe('numbers of texts', () => {
  it('are those that a map would give', () => {
    fc.assert(
      fc.property(texts, texts, (added, asked) => {
        const numbers = createTextNumbers();
        const expected = new Map<string, number>();
        for (const text of added) {
          const known = expected.get(text) ?? expected.size;
          expected.set(text, known);
          expect(numbers.add(text)).toBe(known);
        }
        expect(numbers.size).toBe(expected.size);
        for (const text of [...asked, ...added]) expect(numbers.find(text)).toBe(expected.get(text) ?? -1);
        for (const [text, number] of expected) expect(numbers.at(number)).toBe(text);
      }),
    );
  });

  it('are found among many', () => {
    const numbers = createTextNumbers();
    for (let at = 0; at < 20_000; at += 1) expect(numbers.add(`product-${at}`)).toBe(at);
    for (let at = 0; at < 20_000; at += 1) expect(numbers.find(`product-${at}`)).toBe(at);
    expect(numbers.find('product-20000')).toBe(-1);
  });
});
