import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdLease, noLease } from './lease-calls.ts';

const hold = (granted: number, spared = 0) =>
  holdLease({ granted, spared, booking: 77 }, { lastsMs: 10 }, 1_000);

describe('a lease of calls', () => {
  it.each([
    ['when it was asked for', 1_000, 3],
    ['shortly before its end', 1_009.9, 3],
    ['at its end', 1_010, 0],
    ['long after', 9_000, 0],
  ])('has spare calls or not: %s', (_, nowMs, left) => {
    const lease = hold(0, 3);
    expect([lease.countSpare(nowMs), lease.hasCall(nowMs)]).toEqual([left, left > 0]);
  });

  it('keeps the calls that were waited for, however late they are made', () => {
    const lease = hold(2, 1);
    for (const atMs of [1_500, 9_000]) {
      expect(lease.hasCall(atMs)).toBe(true);
      lease.takeOne(atMs);
    }
    expect(lease.hasCall(9_000)).toBe(false);
    expect(lease.settle()).toEqual({ booking: 77, returned: 1, made: 2, earlierMs: 10 - 8_000 });
  });

  it('keeps a reserved call for its caller', () => {
    const lease = hold(0, 2);
    lease.reserve();
    expect(lease.countSpare(1_001)).toBe(1);
    lease.takeOne(1_011);
    expect(lease.hasCall(1_011)).toBe(false);
    expect(lease.countSpare(1_001)).toBe(1);
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
    const lease = hold(4, 4);
    lease.settle();
    expect(lease.hasCall(1_001)).toBe(false);
    expect(lease.settle()).toMatchObject({ returned: 0 });
  });

  it('accounts for every call', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(60), (granted, spared, asked) => {
        const lease = hold(granted, spared);
        for (let at = 0; at < asked; at += 1) if (lease.hasCall(1_001)) lease.takeOne(1_001);
        const { made, returned } = lease.settle();
        expect(made).toBe(Math.min(asked, granted + spared));
        expect(made + returned).toBe(granted + spared);
      }),
    );
  });

  it('of none is empty', () => {
    noLease.takeOne(5);
    noLease.reserve();
    expect([noLease.countSpare(0), noLease.hasCall(0)]).toEqual([0, false]);
    expect(noLease.settle()).toEqual({ booking: 0, returned: 0, made: 0, earlierMs: 0 });
  });
});
