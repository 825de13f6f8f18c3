import { decideDefaults } from './decide-defaults.ts';
import { average, estimateMean } from './measure.ts';
import { baseSettings } from '../map/looks-map.ts';
import type { Estimate, Settings, Trial } from '../decision.ts';

/** The measures of each query. */
export type Measures = {
  readonly products: readonly number[];
  readonly labels: readonly number[];
  readonly sameProduct: readonly number[];
  /** How much more alike in colour the results are than all pictures. */
  readonly colour: readonly number[];
  /** For each altered copy 1 when its product is found first. */
  readonly copies: readonly number[];
};

const estimateDifference = (values: readonly number[], before: readonly number[], trials: number): Estimate =>
  estimateMean(
    values.map((value, at) => value - (before[at] ?? 0)),
    trials,
  );

/** It must win on unseen products beyond doubt, and lose neither on unseen labels nor on other photos nor in colour nor copies. */
const isAccepted = ({
  unseenProducts,
  unseenLabels,
  sameProduct,
  colourKept,
  copies,
}: Omit<Trial, 'accepted'>): boolean =>
  unseenProducts.low > 0 &&
  unseenProducts.mean >= decideDefaults.gain &&
  (unseenLabels?.mean ?? 0) >= 0 &&
  (sameProduct ?? 0) >= 0 &&
  (colourKept ?? 1) >= decideDefaults.colourKept &&
  (copies === undefined ||
    copies.base - copies.first <= Math.floor(copies.all / decideDefaults.copiesPerLoss));

/** Null where results of the base are hardly more alike in colour than all pictures. */
const compareColourGain = (own: readonly number[], base: readonly number[]): number | null =>
  average(base) < 0.01 ? null : average(own) / average(base);

const countFirst = ({ copies }: Measures): number => copies.filter((each) => each === 1).length;

export const createTrial = (
  settings: Settings,
  { own, now, base }: Readonly<Record<'own' | 'now' | 'base', Measures>>,
  trials: number,
): Trial => {
  const trial = {
    settings,
    unseenProducts: estimateDifference(own.products, now.products, trials),
    unseenLabels: own.labels.length === 0 ? null : estimateDifference(own.labels, base.labels, trials),
    sameProduct: own.sameProduct.length === 0 ? null : average(own.sameProduct) - average(base.sameProduct),
    colourKept: compareColourGain(own.colour, base.colour),
    ...(own.copies.length > 0 && {
      copies: { first: countFirst(own), base: countFirst(base), all: own.copies.length },
    }),
  };
  return { ...trial, accepted: isAccepted(trial) };
};

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
