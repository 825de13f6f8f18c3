import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStringTable } from '../storage/strings.ts';
import { createRowOrder } from './patch-rows.ts';

const table = (strings: readonly string[]) =>
  createStringTable(strings.length, (index) => strings[index] ?? '');

describe('the order of rows with added products', () => {
  it('is the order of all identifiers, and maps rows both ways', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.array(fc.boolean()), (all, isAdded) => {
        const base = all.filter((_, index) => !isAdded[index]).sort();
        const added = all.filter((_, index) => isAdded[index]);
        const sorted = [...all].sort();
        const order = createRowOrder(table(base), added);
        expect(order.size).toBe(sorted.length);
        expect(sorted.map((_, row) => order.identifiers.at(row))).toEqual(sorted);
        sorted.forEach((identifier, row) => {
          expect(order.oldRow(row)).toBe(base.indexOf(identifier));
          expect(order.identifiers.find(identifier)).toBe(row);
        });
        base.forEach((identifier, old) => expect(order.newRow(old)).toBe(sorted.indexOf(identifier)));
        expect(order.isUnchanged).toBe(added.length === 0);
      }),
    );
  });
});
