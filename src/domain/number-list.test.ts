import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberList } from './number-list.ts';

describe('a list of numbers', () => {
  it('has what was added, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (added) => {
        const [whole, floating] = [createNumberList(Uint32Array), createNumberList(Float64Array)];
        for (const number of added) {
          whole.push(number);
          floating.push(number / 3);
        }
        expect(whole.size).toBe(added.length);
        expect([...whole.part()]).toEqual(added);
        expect([...floating.part()]).toEqual(added.map((number) => number / 3));
        expect([...whole.part(1, 3)]).toEqual(added.slice(1, 3));
      }),
    );
  });
});
