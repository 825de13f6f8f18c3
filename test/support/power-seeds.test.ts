import { describe, expect, it } from 'vitest';
import { countPowerSeeds, createSurvival, listPowerSeeds } from './power-seeds.ts';

describe('seeds of power cuts', () => {
  it.each([
    [{}, [0, 1, 2]],
    [{ KINDRED_SEED: '40' }, [0, 40, 41]],
    [{ KINDRED_POWER_SEEDS: '100' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [{ KINDRED_POWER_SEEDS: '1', KINDRED_SEED: '7' }, [0, 7, 8]],
  ])('%j: %j for each of ten cuts', (environment, expected) => {
    expect(listPowerSeeds(10, 3, environment)).toEqual(expected);
  });

  it('are never fewer over all cuts than were asked for', () => {
    for (const cuts of [1, 3, 7, 333])
      expect(cuts * listPowerSeeds(cuts, 2, { KINDRED_POWER_SEEDS: '1000' }).length).toBeGreaterThanOrEqual(
        1000,
      );
    expect(countPowerSeeds(300, { KINDRED_POWER_SEEDS: '1000' })).toBe(1000);
    expect(countPowerSeeds(300, {})).toBe(300);
  });

  it('draw the same for the same seed, and the least for seed 0', () => {
    const draw = (seed: number) => Array.from({ length: 4 }, createSurvival(seed));
    expect(draw(0)).toEqual([0, 0, 0, 0]);
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });
});
