import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeTree } from './value-tree.ts';

const arrange = (...names: string[]): string[] =>
  arrangeTree(names.map((name) => ({ name }))).map(
    ({ label, above, depth }) => `${'-'.repeat(depth)}${above}${label}`,
  );

describe('arrangeTree', () => {
  it.each([
    [
      ['Shoes', 'Bags'],
      ['Shoes', 'Bags'],
    ],
    [
      ['Shoes', 'Bags', 'Shoes/Boots'],
      ['Shoes', '-Shoes › Boots', 'Bags'],
    ],
    [
      ['Shoes/Boots/Winter', 'Shoes', 'Shoes/Boots'],
      ['Shoes', '-Shoes › Boots', '--Shoes › Boots › Winter'],
    ],
    [['Shoes/Boots'], ['Shoes/Boots']],
    [
      ['1/2', '3/4'],
      ['1/2', '3/4'],
    ],
    [
      ['/a', 'b'],
      ['/a', 'b'],
    ],
    [
      ['A', 'A/B/C'],
      ['A', 'A/B/C'],
    ],
  ])('of %j is %j', (names, expected) => {
    expect(arrange(...names)).toEqual(expected);
  });

  it('keeps every value once', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path), (names) => {
        const arranged = arrangeTree(names.map((name) => ({ name }))).map(({ value }) => value.name);
        expect(arranged.toSorted()).toEqual(names.toSorted());
      }),
    );
  });
});
