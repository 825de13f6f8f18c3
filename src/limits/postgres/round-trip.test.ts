import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRoundTrip } from './leased-windows.ts';

const expectAfter = (milliseconds: readonly number[]): number => {
  const roundTrip = createRoundTrip();
  for (const each of milliseconds) roundTrip.add(each);
  return roundTrip.expectedMs();
};

describe('the time within which an answer is expected', () => {
  it('comes close to answers that always take the same', () => {
    expect(expectAfter(Array<number>(200).fill(40))).toBeCloseTo(40, 0);
  });

  it('leaves room for answers that vary', () => {
    const varied = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 10 : 30));
    expect(expectAfter(varied)).toBeGreaterThan(30);
  });

  it('forgets one slow answer', () => {
    const one = expectAfter([500]);
    expect(one).toBeGreaterThan(100);
    expect(expectAfter([500, ...Array<number>(60).fill(2)])).toBeLessThan(10);
  });

  it('is at least a millisecond, and grows with the slowest answer', () => {
    expect(expectAfter(Array<number>(200).fill(0))).toBe(1);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1_000, noNaN: true }), { maxLength: 50 }),
        fc.double({ min: 0, max: 1_000, noNaN: true }),
        (milliseconds, more) => {
          const slower = milliseconds.map((each) => each + more);
          expect(expectAfter(milliseconds)).toBeGreaterThanOrEqual(1);
          if (more > 5) expect(expectAfter([...milliseconds, ...slower, 2_000])).toBeGreaterThan(5);
        },
      ),
    );
  });
});
