import { createRandom } from '../../src/learning/looks/decide/measure.ts';

/*
 * `npm test` cuts the power after every operation with a few seeds; the torture asks for more by KINDRED_POWER_SEEDS.
 * A seed decides what of the writes that were not synced survives. KINDRED_SEED is the first one, to repeat a run.
 */

/** Decides what survives; seed 0: the least that POSIX promises. */
export const createSurvival = (seed: number): (() => number) => (seed === 0 ? () => 0 : createRandom(seed));

/** Seeds for one of `cuts` cuts: the least first, at least `few`, and over all cuts as many as were asked for. */
export const listPowerSeeds = (
  cuts: number,
  few: number,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number[] => {
  const asked = Math.ceil(Number(environment['KINDRED_POWER_SEEDS'] ?? 0) / Math.max(1, cuts));
  const first = Number(environment['KINDRED_SEED'] ?? 1);
  const drawn = Array.from({ length: Math.max(few, asked) - 1 }, (_, place) => first + place);
  return [0, ...drawn];
};

/** The cases of a property test: what was asked for, or `few`. */
export const countPowerSeeds = (
  few: number,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number => Math.max(few, Number(environment['KINDRED_POWER_SEEDS'] ?? 0));
