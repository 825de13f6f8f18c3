import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPicture, createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import type { ProductChange } from '../../engine.ts';
import {
  decodeChange,
  encodeChange,
  isSegmentName,
  parseFirstSequence,
  segmentName,
} from '../changes/change-log.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { firstPassing, groupName, groupRows, packRows, readRows } from './rows.ts';

describe('groupRows', () => {
  it('lists the members of each group, ascending, without those of none', () => {
    const { starts, members } = groupRows(Int32Array.of(1, -1, 0, 1, 2, 1), 4);
    expect([...starts]).toEqual([0, 1, 4, 5, 5]);
    expect([...members]).toEqual([2, 0, 3, 5, 4]);
  });

  it('is empty without rows', () => {
    expect([...groupRows(new Int32Array(0), 2).starts]).toEqual([0, 0, 0]);
    expect(groupRows(new Int32Array(0), 0).members).toHaveLength(0);
  });

  it('has every row with a group once, in its own group', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 30 }), (groups) => {
        const { starts, members } = groupRows(Int32Array.from(groups), 5);
        for (let group = 0; group < 5; group += 1) {
          const own = [...members.subarray(starts[group], starts[group + 1])];
          expect(own).toEqual(groups.flatMap((each, row) => (each === group ? [row] : [])));
        }
        expect(members).toHaveLength(groups.filter((group) => group >= 0).length);
      }),
    );
  });
});

describe('firstPassing', () => {
  const looks = { lookStarts: Uint32Array.of(0, 2, 4, 4), lookRows: Uint32Array.of(5, 7, 8, 9) };
  it.each([
    [0, (row: number) => row > 5, 7],
    [0, (row: number) => row > 7, -1],
    [1, () => true, 8],
    [2, () => true, -1],
  ])('of look %i', (look, passes, expected) => {
    expect(firstPassing(looks, look, passes)).toBe(expected);
  });
});

/** Rows as a version stores and reads them; each row is its group and the number of its picture. */
const openRows = (given: readonly (readonly [groupId: string | null, picture: number])[]) => {
  const products = given.map(([groupId], at) =>
    createProduct(`p${String(at).padStart(3, '0')}`, { groupId, available: at % 3 !== 2 }),
  );
  return readRows(
    sectionsFromArrays(
      packRows(
        products,
        Int32Array.from(given, ([, picture]) => picture),
      ),
    ),
  );
};

describe('rows of a version', () => {
  it('know identifiers and stock', () => {
    const rows = openRows([
      [null, -1],
      [null, -1],
      [null, -1],
    ]);
    expect(rows.size).toBe(3);
    expect(rows.identifiers.find('p001')).toBe(1);
    expect(rows.identifiers.find('none')).toBe(-1);
    expect([...rows.available]).toEqual([1, 1, 0]);
  });

  it('number families by their first row; products without a group are families of their own', () => {
    const rows = openRows([
      ['a', -1],
      [null, -1],
      ['b', -1],
      ['a', -1],
      [null, -1],
    ]);
    expect([...rows.familyOf]).toEqual([0, 1, 2, 0, 3]);
    expect([...rows.familyRows.subarray(rows.familyStarts[0], rows.familyStarts[1])]).toEqual([0, 3]);
    expect([0, 1, 2, 3].map((family) => rows.groups?.at(family))).toEqual(['ga', '', 'gb', '']);
  });

  it('share a look where variants of one family share a picture, and only there', () => {
    const rows = openRows([
      ['a', 7],
      ['a', 7],
      ['a', 8],
      ['b', 7],
      [null, -1],
    ]);
    expect([...rows.lookOf]).toEqual([0, 0, 1, 2, -1]);
    expect([...rows.pictureOf]).toEqual([7, 8, 7]);
    expect([...rows.lookRows.subarray(rows.lookStarts[0], rows.lookStarts[1])]).toEqual([0, 1]);
  });

  it('know which of them have no variants', () => {
    const { singles } = openRows([
      ['a', 7],
      [null, 7],
      ['a', 8],
      ['b', 9],
      [null, -1],
    ]);
    expect([...singles.isSingle]).toEqual([0, 1, 0, 1, 1]);
    expect([...singles.rowOf]).toEqual([0, 2, 1, 3]);
    // Both variants have the same picture.
    const shared = openRows([
      ['a', 7],
      ['a', 7],
      [null, 7],
    ]);
    expect([...shared.singles.rowOf]).toEqual([-1, 2]);
  });

  it('keep a group called as nothing apart from no group', () => {
    expect(groupName('')).not.toBe(groupName(null));
    const rows = openRows([
      ['', -1],
      [null, -1],
      ['', -1],
    ]);
    expect([...rows.familyOf]).toEqual([0, 1, 0]);
  });

  it('for any catalogue: every row in one family, every picture in one look, looks of a family together', () => {
    const row = fc.tuple(fc.option(fc.constantFrom('a', 'b', 'c')), fc.integer({ min: -1, max: 3 }));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (given) => {
        const rows = openRows(given);
        expect([...rows.familyRows].sort((a, b) => a - b)).toEqual(given.map((_, at) => at));
        given.forEach(([, picture], at) => {
          const look = rows.lookOf[at] ?? -1;
          expect(look < 0 ? -1 : rows.pictureOf[look]).toBe(picture);
        });
        const familiesOfLooks = [...rows.pictureOf].map(
          (_, look) => rows.familyOf[rows.lookRows[rows.lookStarts[look] ?? 0] ?? 0] ?? 0,
        );
        expect(familiesOfLooks).toEqual(familiesOfLooks.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a logged change', () => {
  const picture = createPicture(Float32Array.of(1, 0), Float32Array.of(0.5, -0.25));
  const changes: readonly ProductChange[] = [
    {
      kind: 'put',
      at: 5,
      by: 'key',
      product: createProduct('p1', { fields: { note: 'a\nb "c" ü' } }),
      picture,
    },
    { kind: 'put', at: 5, product: createProduct('p1'), picture: null },
    { kind: 'update', at: 6, identifier: 'p1', set: { price: 3, fields: { colour: null } } },
    { kind: 'update', at: 6, identifier: 'p1', set: {}, picture },
    { kind: 'update', at: 6, identifier: 'p1', set: {}, picture: null },
    { kind: 'remove', at: 7, identifier: 'p1' },
  ];

  it.each(changes)('%# is read as it was written, in one line', (change) => {
    const line = encodeChange({ sequence: 12, change });
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(decodeChange(line.trimEnd())).toEqual({ sequence: 12, change });
  });

  it('is not read when it was cut anywhere, or one of its characters is another', () => {
    const line = encodeChange({
      sequence: 1,
      change: changes[2] ?? { kind: 'remove', at: 0, identifier: '' },
    }).trimEnd();
    for (let length = 0; length < line.length; length += 1)
      expect(decodeChange(line.slice(0, length))).toBeNull();
    for (let at = 9; at < line.length; at += 1) {
      const other = line[at] === '0' ? '1' : '0';
      expect(decodeChange(line.slice(0, at) + other + line.slice(at + 1))).toBeNull();
    }
  });
});

describe('names of segments', () => {
  it('sort as their numbers, and give the number back', () => {
    const numbers = [1, 9, 10, 99_999, 100_000, 123_456_789];
    const names = numbers.map(segmentName);
    expect(names.toSorted()).toEqual(names);
    expect(names.map(parseFirstSequence)).toEqual(numbers);
    expect(names.every(isSegmentName)).toBe(true);
  });

  it.each(['changes-1.log', 'changes-000000000001.log.tmp', 'manifest.json', ''])('%s is none', (name) => {
    expect(isSegmentName(name)).toBe(false);
    expect(parseFirstSequence(name)).toBeNaN();
  });
});
