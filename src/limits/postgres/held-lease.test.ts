import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdLease, noLease } from './held-lease.ts';

const hold = (granted: number, spared = 0) =>
  holdLease({ granted, spared, booking: 77 }, { lastsMs: 10 }, 1_000);

describe('a lease of calls', () => {
  it.each([
    ['when it was asked for', 1_000, 3],
    ['shortly before its end', 1_009.9, 3],
    ['at its end', 1_010, 0],
    ['long after', 9_000, 0],
  ])('has calls left or not: %s', (_, nowMs, left) => {
    expect(hold(2, 1).countLeft(nowMs)).toBe(left);
  });

  it('says which calls were made, and how long before its end', () => {
    const lease = hold(3, 2);
    lease.takeOne(1_001);
    lease.takeOne(1_004);
    expect(lease.settle()).toEqual({ booking: 77, returned: 3, made: 2, earlierMs: 6 });
  });

  it('that nobody used could have ended at once', () => {
    expect(hold(4).settle()).toEqual({ booking: 77, returned: 4, made: 0, earlierMs: 10 });
  });

  it('has nothing left once it is settled', () => {
    const lease = hold(4);
    lease.settle();
    expect(lease.countLeft(1_001)).toBe(0);
    expect(lease.settle()).toMatchObject({ returned: 0 });
  });

  it('accounts for every call', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(60), (granted, spared, asked) => {
        const lease = hold(granted, spared);
        for (let at = 0; at < asked; at += 1) if (lease.countLeft(1_001) > 0) lease.takeOne(1_001);
        const { made, returned } = lease.settle();
        expect(made).toBe(Math.min(asked, granted + spared));
        expect(made + returned).toBe(granted + spared);
      }),
    );
  });

  it('of none is empty', () => {
    noLease.takeOne(5);
    expect(noLease.countLeft(0)).toBe(0);
    expect(noLease.settle()).toEqual({ booking: 0, returned: 0, made: 0, earlierMs: 0 });
  });
});
