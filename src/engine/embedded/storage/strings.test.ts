import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsFromArrays } from './sections.ts';
import {
  createStringTable,
  isSameEntry,
  isSameTable,
  packStrings,
  packStringsBy,
  readStrings,
} from './strings.ts';

const table = (strings: readonly string[]) => readStrings(sectionsFromArrays(packStrings('s', strings)), 's');
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe('a table of strings', () => {
  it('gives back what was packed, whatever the characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (strings) => {
        const read = table(strings);
        expect(read.size).toBe(strings.length);
        strings.forEach((text, index) => {
          expect(read.at(index)).toBe(text);
          expect(Buffer.from(read.bytesAt(index)).toString('utf8')).toBe(text);
        });
      }),
    );
  });

  it('finds a whole string in a table that is not sorted', () => {
    const letters = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 3 }));
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), minLength: 1 }),
        (strings, text) => {
          const [packed, computed] = [
            table(strings),
            createStringTable(strings.length, (at) => strings[at] ?? ''),
          ];
          expect(packed.indexOf(text)).toBe(strings.indexOf(text));
          expect(computed.indexOf(text)).toBe(strings.indexOf(text));
        },
      ),
    );
  });

  it('grows its buffer for long texts', () => {
    const long = 'ü'.repeat(100_000);
    const read = table(['a', long, 'z']);
    expect([read.at(0), read.at(1) === long, read.at(2)]).toEqual(['a', true, 'z']);
  });

  it('asks for each text once and in order', () => {
    const asked: number[] = [];
    packStringsBy('s', 4, (index) => {
      asked.push(index);
      return String(index);
    });
    expect(asked).toEqual([0, 1, 2, 3]);
  });

  it('finds ASCII among strings of any characters, and any characters among ASCII', () => {
    const ascii = fc.string({ unit: fc.constantFrom('a', 'b', '~', '\u007f', '0'), maxLength: 4 });
    const any = fc.string({
      unit: fc.constantFrom('a', 'ü', '\u007f', '\u0080', '\ue000', '\uffff', '𝒳'),
      maxLength: 4,
    });
    const texts = fc.uniqueArray(fc.oneof(ascii, any), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.oneof(ascii, any), (strings, other) => {
        const sorted = strings.toSorted(byCodeUnits);
        const read = table(sorted);
        for (const text of [...sorted, other]) {
          expect(read.find(text)).toBe(sorted.indexOf(text));
          const bound = sorted.findIndex((one) => byCodeUnits(one, text) >= 0);
          expect(read.lowerBound(text)).toBe(bound < 0 ? sorted.length : bound);
        }
      }),
    );
  });

  it('finds sorted strings by binary search', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.string(), (strings, other) => {
        const sorted = strings.toSorted(byCodeUnits);
        for (const read of [
          table(sorted),
          createStringTable(sorted.length, (index) => sorted[index] ?? ''),
        ]) {
          for (const text of [...sorted, other]) {
            expect(read.find(text)).toBe(sorted.indexOf(text));
            const bound = sorted.findIndex((one) => byCodeUnits(one, text) >= 0);
            expect(read.lowerBound(text)).toBe(bound < 0 ? sorted.length : bound);
          }
        }
      }),
    );
  });
});

describe('comparing tables', () => {
  const computed = (strings: readonly string[]) =>
    createStringTable(strings.length, (index) => strings[index] ?? '');

  it.each([
    ['packed with packed', table, table],
    ['packed with computed', table, computed],
    ['computed with packed', computed, table],
  ])('says whether entries are the same (%s)', (_, a, b) => {
    const [left, right] = [a(['x', 'yy', '']), b(['x', 'yz', ''])];
    expect([0, 1, 2].map((index) => isSameEntry(left, right, index))).toEqual([true, false, true]);
    expect(isSameTable(left, right)).toBe(false);
    expect(isSameTable(left, b(['x', 'yy', '']))).toBe(true);
    expect(isSameTable(left, b(['x', 'yy']))).toBe(false);
  });
});
