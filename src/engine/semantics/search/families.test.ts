import { describe, expect, it } from 'vitest';
import { familyKey, selectPins } from './order.ts';
import { agreesOverall, selectRequired } from './field-values.ts';
import { combine, toUnits } from './score.ts';

describe('familyKey', () => {
  it('is shared by variants and differs between a product and a group of the same name', () => {
    expect(familyKey({ identifier: 'a', groupId: 'g' })).toBe(familyKey({ identifier: 'b', groupId: 'g' }));
    expect(familyKey({ identifier: 'g', groupId: null })).not.toBe(
      familyKey({ identifier: 'a', groupId: 'g' }),
    );
  });
});

describe('selectPins', () => {
  it('keeps the first pin of a family, whatever the positions, and drops what does not pass', () => {
    const targets = new Map([
      ['s', { row: 1, family: 'shirt' }],
      ['m', { row: 2, family: 'shirt' }],
      ['hat', { row: 3, family: 'hat' }],
    ]);
    const pins = [
      { identifier: 's', position: 5 },
      { identifier: 'm', position: 2 },
      { identifier: 'gone', position: 1 },
      { identifier: 'hat', position: 3 },
    ];
    expect(selectPins(pins, (identifier) => targets.get(identifier) ?? null)).toEqual([
      { row: 1, position: 5 },
      { row: 3, position: 3 },
    ]);
    targets.delete('s');
    expect(selectPins(pins, (identifier) => targets.get(identifier) ?? null)).toEqual([
      { row: 2, position: 2 },
      { row: 3, position: 3 },
    ]);
  });
});

describe('same as source', () => {
  it('requires only the innermost levels of the deepest paths', () => {
    expect(selectRequired('path', ['A', 'A/X', 'B', 'AB'])).toEqual(['A/X']);
    expect(selectRequired('path', ['A', 'A/X', 'B', 'B/Y'])).toEqual(['A/X', 'B/Y']);
    expect(selectRequired('path', ['Men', 'Men/Pants', 'Men/Pants/Long', 'Sale', 'Sale/Pants'])).toEqual([
      'Men/Pants/Long',
    ]);
    expect(selectRequired('path', ['A', 'B'])).toEqual(['A', 'B']);
    expect(selectRequired('path', [])).toEqual([]);
    expect(selectRequired('list', ['A', 'A/X'])).toEqual(['A', 'A/X']);
  });

  it('agrees when nothing is required, in all fields, or in any', () => {
    expect(agreesOverall('All', [])).toBe(true);
    expect(agreesOverall('Any', [])).toBe(true);
    expect(agreesOverall('All', [true, false])).toBe(false);
    expect(agreesOverall('Any', [true, false])).toBe(true);
    expect(agreesOverall('Any', [false])).toBe(false);
  });
});

describe('scores', () => {
  it('are whole millionths between 0 and 1', () => {
    expect(toUnits(0.123_456_6)).toBe(123_457);
    expect(toUnits(-1)).toBe(0);
    expect(toUnits(1.5)).toBe(1_000_000);
  });

  it('weigh looks and colour, and are 0 without any weight', () => {
    expect(combine({ looks: 3, colour: 1 }, 1, 0)).toBe(750_000);
    expect(combine({ looks: 0, colour: 0 }, 1, 1)).toBe(0);
  });
});
