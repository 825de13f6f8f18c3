import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../src/domain/filter-text.ts';
import { type FacetChoice, isChosen, writeFilter } from './facet-choice.ts';

const values = (...chosen: string[]): FacetChoice => ({ kind: 'values', values: chosen, isBare: false });
const range = (min: number | null, max: number | null): FacetChoice => ({ kind: 'range', min, max });

describe('isChosen', () => {
  it.each([
    [values(), false],
    [values('a'), true],
    [range(null, null), false],
    [range(0, null), true],
    [range(null, 0), true],
  ])('%j: %s', (choice, expected) => {
    expect(isChosen(choice)).toBe(expected);
  });
});

describe('writeFilter', () => {
  it.each<[string, [string, FacetChoice][], string | null]>([
    ['nothing', [], null],
    [
      'what was taken back',
      [
        ['colour', values()],
        ['price', range(null, null)],
      ],
      null,
    ],
    ['one value', [['colour', values('Red')]], "[colour] in ('Red')"],
    ['several values', [['colour', values('Red', 'Blue')]], "[colour] in ('Red', 'Blue')"],
    ['quotes', [['brand', values("Levi's")]], "[brand] in ('Levi''s')"],
    ['an odd name', [['a ]b', values('x')]], "[a ]]b] in ('x')"],
    ['a flag', [['sale', { kind: 'values', values: ['true'], isBare: true }]], '[sale] in (true)'],
    ['a lower bound', [['price', range(10, null)]], '[price] ge 10'],
    ['both bounds', [['price', range(10, 20.5)]], '[price] ge 10 and [price] le 20.5'],
    [
      'two facets',
      [
        ['a', values('x')],
        ['b', range(null, 3)],
      ],
      "[a] in ('x') and [b] le 3",
    ],
  ])('writes %s', (_what, choices, expected) => {
    expect(writeFilter(new Map(choices))).toBe(expected);
  });

  it('writes what the service reads, whatever fields and values are called', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
    const bound = fc.option(
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
        .map((n) => Math.round(n * 100) / 100),
    );
    const choice = fc.oneof(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }).map((all) => values(...all)),
      fc.tuple(bound, bound).map(([min, max]) => range(min, max)),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, choice), { selector: ([key]) => key, maxLength: 4 }),
        (entries) => {
          const text = writeFilter(new Map(entries));
          if (text !== null) expect(parseFilter(text)).toMatchObject({ ok: true });
        },
      ),
    );
  });
});
