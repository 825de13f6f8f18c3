import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listChanges } from './list-changes.ts';

const changes = (before: unknown, after: unknown) =>
  listChanges(before, after).map((change) => [change.field, change.before, change.after]);

describe('listChanges', () => {
  it.each<[string, unknown, unknown, (string | null)[][]]>([
    ['nothing', { a: 1 }, { a: 1 }, []],
    ['a value', { a: 1 }, { a: 2 }, [['a', '1', '2']]],
    ['an added field', { a: 1 }, { a: 1, b: 'x' }, [['b', null, 'x']]],
    ['a removed field', { a: 1, b: true }, { a: 1 }, [['b', 'true', null]]],
    ['a field inside another', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [['a › b › c', '1', '2']]],
    ['a list of texts', { a: ['x', 'y'] }, { a: ['x', 'z'] }, [['a', 'x, y', 'x, z']]],
    ['an emptied list', { a: ['x'] }, { a: [] }, [['a', 'x', '–']]],
    [
      'an item of a list, by its name',
      {
        a: [
          { name: 'one', n: 1 },
          { name: 'two', n: 2 },
        ],
      },
      {
        a: [
          { name: 'two', n: 3 },
          { name: 'one', n: 1 },
        ],
      },
      [['a › two › n', '2', '3']],
    ],
    [
      'an item of a list, by its id',
      { a: [{ id: 7, n: 1 }] },
      { a: [{ id: 7, n: 2 }] },
      [['a › 7 › n', '1', '2']],
    ],
    ['an item without a name', { a: [{ n: 1 }] }, { a: [{ n: 2 }] }, [['a › 1 › n', '1', '2']]],
    ['a number of another table', { productsId: null }, { productsId: 4 }, []],
    ['null as absent', { a: null }, { a: undefined }, []],
    ['an empty text as absent', { a: '' }, {}, []],
    [
      'something new',
      null,
      { a: 1, b: 'x' },
      [
        ['a', null, '1'],
        ['b', null, 'x'],
      ],
    ],
    ['something removed', { a: 1 }, null, [['a', '1', null]]],
  ])('of %s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it('of a state with itself is empty, and of two states the mirror image of the other way round', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(changes(before, before)).toEqual([]);
        const there = changes(before, after).map(([field, old, now]) => `${field} ${old} ${now}`);
        const back = changes(after, before).map(([field, now, old]) => `${field} ${old} ${now}`);
        expect(there.toSorted()).toEqual(back.toSorted());
      }),
    );
  });
});
