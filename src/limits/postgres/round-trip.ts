/** Milliseconds within which an answer of the database is expected. */
type RoundTrip = {
  add(milliseconds: number): void;
  expectedMs(): number;
};

const defaults = { meanMs: 2, deviationMs: 1, leastMs: 1 } as const;

/** Mean and deviation as TCP keeps them (RFC 6298): an answer that takes longer than expected is an exception. */
export const createRoundTrip = (): RoundTrip => {
  let { meanMs, deviationMs }: { meanMs: number; deviationMs: number } = defaults;
  return {
    add: (milliseconds) => {
      deviationMs += (Math.abs(milliseconds - meanMs) - deviationMs) / 4;
      meanMs += (milliseconds - meanMs) / 8;
    },
    expectedMs: () => Math.max(defaults.leastMs, meanMs + 4 * deviationMs),
  };
};
