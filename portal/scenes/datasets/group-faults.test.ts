import { describe, expect, it } from 'vitest';
import { groupFaults, shorten } from './group-faults.ts';

const fault = (line: number | null, reason: string, identifier: string | null = null) => ({
  line,
  kind: 'row' as const,
  identifier,
  reason,
  cause: { kind: 'other' as const, value: reason },
});

describe('groupFaults', () => {
  it('makes one row of equal faults, at the place of the first', () => {
    const faults = [fault(2, 'no price', 'a'), fault(3, 'no name'), fault(9, 'no price', 'b')];
    expect(groupFaults(faults)).toMatchObject([
      {
        kind: 'row',
        reason: 'no price',
        cause: { value: 'no price' },
        lines: [2, 9],
        identifiers: ['a', 'b'],
        count: 2,
      },
      { kind: 'row', reason: 'no name', lines: [3], identifiers: [], count: 1 },
    ]);
  });

  it('keeps kinds apart, and names a product once', () => {
    const faults = [
      fault(1, 'x', 'a'),
      { ...fault(1, 'x', 'a'), kind: 'notice' as const },
      fault(2, 'x', 'a'),
    ];
    expect(groupFaults(faults).map(({ kind, identifiers, count }) => [kind, identifiers, count])).toEqual([
      ['row', ['a'], 2],
      ['notice', ['a'], 1],
    ]);
  });

  it('knows faults without a line', () => {
    expect(groupFaults([fault(null, 'cut')])).toMatchObject([{ lines: [], count: 1 }]);
    expect(groupFaults([])).toEqual([]);
  });
});

describe('shorten', () => {
  it.each([
    [['a'], 2, 'a', 0],
    [['a', 'b', 'c'], 2, 'a, b', 1],
    [[], 2, '', 0],
  ])('%j to %i', (texts, shown, text, left) => {
    expect(shorten(texts, shown)).toEqual({ text, left });
  });
});
