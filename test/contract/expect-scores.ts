import { expect } from 'vitest';

/** A number that may differ by the tolerance. */
export const approximately = (value: number, tolerance: number): unknown =>
  tolerance === 0 ? value : expect.closeTo(value, -Math.log10(2 * tolerance));

type Scored = { readonly identifier: string; readonly score: number };

/**
 * Expects the same hits with the same scores. Within the tolerance scores may differ, and hits whose expected scores
 * are that close may change places.
 */
export const expectHits = <H extends Scored>(
  actual: readonly H[],
  expected: readonly H[],
  tolerance: number,
): void => {
  if (tolerance === 0) {
    expect(actual).toEqual(expected);
    return;
  }
  expect(actual.map((hit) => hit.identifier).sort()).toEqual(expected.map((hit) => hit.identifier).sort());
  actual.forEach((hit, index) => {
    const same = expected.find((other) => other.identifier === hit.identifier);
    expect(hit).toEqual({ ...same, score: approximately(same?.score ?? NaN, tolerance) });
    const distance = Math.abs((same?.score ?? NaN) - (expected[index]?.score ?? NaN));
    expect(distance, `place of ${hit.identifier}`).toBeLessThanOrEqual(2 * tolerance);
  });
};
