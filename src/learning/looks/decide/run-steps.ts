import { decideDefaults } from './decide-defaults.ts';
import { estimateMean } from './measure.ts';
import { baseSettings } from '../map/looks-map.ts';
import type { Settings, Trial } from '../decision.ts';
import { createTrial, type Measures } from './trial.ts';

/** What the catalogue offers beside a map of its first field. */
type Choices = {
  readonly hasWords: boolean;
  /** Further fields that a map may be trained on. */
  readonly tried: readonly string[];
  /** Nearest pictures are looked for among all: only where the sample is the whole catalogue. */
  readonly mayAverage: boolean;
};

/** The settings to try in each step, given those that have won so far. */
const steps: readonly ((now: Settings, choices: Choices) => Settings[])[] = [
  (now) => decideDefaults.mixes.map((mix) => ({ ...now, mix })),
  // The map may also be trained on a field that was found by inspection, even where the first field alone is no help.
  (now, { tried }) => {
    const mix = now.mix === null || now.mix === 0 ? decideDefaults.triedMix : now.mix;
    return tried.map((also) => ({ ...now, mix, also }));
  },
  (now, { hasWords }) => (hasWords ? decideDefaults.words.map((words) => ({ ...now, words })) : []),
  (now) => decideDefaults.colours.map((colour) => ({ ...now, colour })),
  // With less colour, more of the map may keep other photos of a product in front.
  ({ mix, ...now }) =>
    decideDefaults.mixes
      .filter((other) => mix !== null && other > mix)
      .map((other) => ({ ...now, mix: other })),
  (now, { mayAverage }) =>
    mayAverage ? decideDefaults.averaged.map((averaged) => ({ ...now, averaged })) : [],
];

/** One step after the other: of the trials that are accepted the best is kept, and the next step starts from it. */
export const runSteps = (measure: (settings: Settings) => Measures, choices: Choices) => {
  const base = measure(baseSettings);
  const trials: Trial[] = [];
  let [settings, now] = [baseSettings, base];
  for (const listCandidates of steps) {
    const candidates = listCandidates(settings, choices);
    const tried = candidates.map((candidate) => {
      const own = measure(candidate);
      return { own, trial: createTrial(candidate, { own, now, base }, candidates.length) };
    });
    trials.push(...tried.map(({ trial }) => trial));
    const [best] = tried
      .filter(({ trial }) => trial.accepted)
      .sort((a, b) => b.trial.unseenProducts.mean - a.trial.unseenProducts.mean);
    if (best !== undefined) [settings, now] = [best.trial.settings, best.own];
  }
  return { settings, trials, base: estimateMean(base.products), learnt: estimateMean(now.products) };
};
