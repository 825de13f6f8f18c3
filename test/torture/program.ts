/** What one program found. `figure` is one line; `failures` is empty when the promise holds. */
export type Outcome = { readonly figure: string; readonly failures: readonly string[] };

export type Context = {
  readonly seed: number;
  /** True inside the full run of the tests: a small share of the work, within seconds. */
  readonly isSmoke: boolean;
  /** `full` repetitions scaled down for smoke runs and by `--scale`. */
  readonly times: (full: number, smoke: number) => number;
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
  /** A number from 0 up to, and not including, 1. The same seed gives the same numbers. */
  readonly random: () => number;
  readonly log: (line: string) => void;
};

/** One row of the promises, as a program. */
export type Program = {
  readonly name: string;
  readonly promise: string;
  /** False: its tests are a part of the full run by themselves, or it takes too long for a smoke run. */
  readonly inSmoke: boolean;
  /** True: it takes long, needs little, and judges no time, so it runs beside the others. */
  readonly runsBeside?: true;
  /** True: it judges times, so it runs first, with nothing beside it. */
  readonly needsQuiet?: true;
  readonly run: (context: Context) => Promise<Outcome>;
};

/** A linear congruential generator: repeatable, and good enough to choose cases. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const pick = <T>(random: () => number, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
};
