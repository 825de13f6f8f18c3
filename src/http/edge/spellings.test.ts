import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpellings } from './spellings.ts';

describe('spellings', () => {
  it('are found as they were added last', () => {
    const spellings = createSpellings<number>(10);
    spellings.add('/a', 1);
    spellings.add('/a', 2);
    expect([spellings.find('/a'), spellings.find('/b')]).toEqual([2, undefined]);
  });

  it('are remembered for as many URLs as promised', () => {
    const spellings = createSpellings<number>(10);
    for (let number = 0; number < 100; number += 1) {
      spellings.add(`/${number}`, number);
      for (let before = Math.max(0, number - 9); before <= number; before += 1)
        expect(spellings.find(`/${before}`)).toBe(before);
    }
  });

  it('are forgotten when others were added and nobody asked for them', () => {
    const spellings = createSpellings<number>(10);
    for (let number = 0; number < 30; number += 1) spellings.add(`/${number}`, number);
    expect(spellings.find('/0')).toBeUndefined();
    expect(spellings.find('/29')).toBe(29);
  });

  it('stay while they are asked for', () => {
    const spellings = createSpellings<number>(10);
    spellings.add('/popular', -1);
    for (let number = 0; number < 200; number += 1) {
      spellings.add(`/${number}`, number);
      expect(spellings.find('/popular')).toBe(-1);
    }
  });

  it('never say anything but the last value of a URL', () => {
    const step = fc.record({ url: fc.nat(12), value: fc.option(fc.nat(1_000)) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const spellings = createSpellings<number>(4);
        const added = new Map<number, number>();
        for (const { url, value } of steps) {
          if (value === null) expect([undefined, added.get(url)]).toContain(spellings.find(`/${url}`));
          else {
            added.set(url, value);
            spellings.add(`/${url}`, value);
            expect(spellings.find(`/${url}`)).toBe(value);
          }
        }
      }),
    );
  });
});
