import { describe, expect, it } from 'vitest';
import { findMovement } from './movement.ts';
import { resetProduct, pinProduct, applyAction } from './promotions.ts';

describe('arranging results', () => {
  it('pins a product where it was put, and moves its pin when it is put elsewhere', () => {
    const once = pinProduct([], 'A', 3);
    expect(once).toEqual([{ pin: { identifier: 'A', position: 3 } }]);
    expect(pinProduct(once, 'A', 1)).toEqual([{ pin: { identifier: 'A', position: 1 } }]);
  });

  it('never pins two products to one place', () => {
    expect(pinProduct(pinProduct([], 'A', 1), 'B', 1)).toEqual([{ pin: { identifier: 'B', position: 1 } }]);
  });

  it('does one thing with a product at a time', () => {
    const hidden = applyAction(pinProduct([], 'A', 1), 'A', 'hide');
    expect(hidden).toEqual([{ hide: { identifiers: ['A'] } }]);
    expect(applyAction(hidden, 'A', 'boost')).toEqual([{ boost: { identifiers: ['A'], factor: 2 } }]);
  });

  it('leaves the others of a rule, and rules by filter, as they are', () => {
    const rules = [
      { bury: { identifiers: ['A', 'B'], factor: 0.5 } },
      { hide: { filter: "brand eq 'Acme'" } },
    ];
    expect(resetProduct(rules, 'A')).toEqual([{ bury: { identifiers: ['B'], factor: 0.5 } }, rules[1]]);
  });
});

describe('findMovement', () => {
  it('gives how far a product moved, and what is new', () => {
    const before = ['A', 'B', 'C'];
    const after = ['C', 'A', 'D'];
    expect(after.map((each) => findMovement(each, before, after))).toEqual([
      { kind: 'up', places: 2 },
      { kind: 'down', places: 1 },
      { kind: 'new' },
    ]);
    expect(findMovement('B', before, before)).toEqual({ kind: 'same' });
  });
});
