import { decideDefaults } from './decide-defaults.ts';
import { average, estimateMean } from './measure.ts';
import { baseSettings } from '../map/looks-map.ts';
import type { Estimate, Settings, Trial } from '../map/decision.ts';

export type Measures = {
  readonly products: readonly number[];
  readonly labels: readonly number[];
  readonly sameProduct: readonly number[];
  /** Colour of the results for `products`: how many share it, or how alike they are. Empty where pictures do not differ in it. */
  readonly sameColour: readonly number[];
  /** How much more alike in colour the results are than all pictures. */
  readonly colour: readonly number[];
  /** For each altered copy 1 when its product is found first. */
  readonly copies: readonly number[];
};

/** What isAccepted looks at. */
type Measured = Omit<Trial, 'accepted'> & { readonly gain: number };

const estimateDifference = (values: readonly number[], before: readonly number[], trials: number): Estimate =>
  estimateMean(
    values.map((value, at) => value - (before[at] ?? 0)),
    trials,
  );

/**
 * It must win in kind or in colour on unseen products beyond doubt, gain in both together, and lose little of either, of
 * other photos and of copies. Unseen labels count as often as they come, and may lose a little: a few new labels must not
 * cost all other products what was learnt.
 */
const isAccepted = (
  { unseenProducts, unseenColour, unseenLabels, gain, sameProduct, colourKept, copies }: Measured,
  kindLoss: number,
): boolean =>
  (unseenProducts.low > 0 || (unseenColour?.low ?? 0) > 0) &&
  gain >= decideDefaults.gain &&
  unseenProducts.mean >= -kindLoss &&
  (unseenLabels?.mean ?? 0) >= -decideDefaults.newLabelsLoss &&
  (sameProduct ?? 0) >= -decideDefaults.sameProductLoss &&
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
  { trials, newLabels, colourBy }: Pick<Choices, 'newLabels' | 'colourBy'> & { readonly trials: number },
): Measured & Trial => {
  const unseenProducts = estimateDifference(own.products, now.products, trials);
  const ofLabels = own.labels.length === 0 ? unseenProducts.mean : average(own.labels) - average(now.labels);
  const unseenColour =
    own.sameColour.length === 0 ? null : estimateDifference(own.sameColour, now.sameColour, trials);
  const kind = (1 - newLabels) * unseenProducts.mean + newLabels * ofLabels;
  const trial = {
    settings,
    unseenProducts,
    unseenColour,
    gain: kind + decideDefaults.colourInGain[colourBy] * (unseenColour?.mean ?? 0),
    unseenLabels: own.labels.length === 0 ? null : estimateDifference(own.labels, base.labels, trials),
    sameProduct: own.sameProduct.length === 0 ? null : average(own.sameProduct) - average(base.sameProduct),
    colourKept: compareColourGain(own.colour, base.colour),
    ...(own.copies.length > 0 && {
      copies: { first: countFirst(own), base: countFirst(base), all: own.copies.length },
    }),
  };
  return { ...trial, accepted: isAccepted(trial, decideDefaults.kindLoss[colourBy]) };
};

/** What the catalogue offers beside a map of its first field. */
type Choices = {
  readonly hasWords: boolean;
  /** Further fields that a map may be trained on. */
  readonly tried: readonly string[];
  /** Share of what comes that has a label which was not learnt from. */
  readonly newLabels: number;
  /** What says which colour a product has. */
  readonly colourBy: keyof typeof decideDefaults.kindLoss;
};

/** The settings to try in each step, given those that have won so far. */
const steps: readonly ((now: Settings, choices: Choices) => Settings[])[] = [
  // Together: a map finds the kind and loses the colour, and more weight of colour gives it back.
  (now, { colourBy }) =>
    decideDefaults.colours[colourBy].flatMap((colour) =>
      decideDefaults.mixes.map((mix) => ({ ...now, mix, colour })),
    ),
  // The map may also be trained on a field that was found by inspection, even where the first field alone is no help.
  (now, { tried }) => {
    const mix = now.mix === null || now.mix === 0 ? decideDefaults.triedMix : now.mix;
    return tried.map((also) => ({ ...now, mix, also }));
  },
  (now, { hasWords }) => (hasWords ? decideDefaults.words.map((words) => ({ ...now, words })) : []),
];

/** One step after the other: of the trials that are accepted the best is kept, and the next step starts from it. */
export const runSteps = (measure: (settings: Settings) => Measures, choices: Choices) => {
  const { newLabels, colourBy } = choices;
  const base = measure(baseSettings);
  const trials: Trial[] = [];
  let [settings, now] = [baseSettings, base];
  for (const listCandidates of steps) {
    const candidates = listCandidates(settings, choices);
    const tried = candidates.map((candidate) => {
      const own = measure(candidate);
      return {
        own,
        trial: createTrial(candidate, { own, now, base }, { trials: candidates.length, newLabels, colourBy }),
      };
    });
    trials.push(...tried.map(({ trial }) => trial));
    const [best] = tried.filter(({ trial }) => trial.accepted).sort((a, b) => b.trial.gain - a.trial.gain);
    if (best !== undefined) [settings, now] = [best.trial.settings, best.own];
  }
  return {
    settings,
    /** Of the settings that were decided, for each unseen product; and how many copies find theirs. */
    unseen: now.products.map(
      (kind, at) => kind + decideDefaults.colourInGain[colourBy] * (now.sameColour[at] ?? 0),
    ),
    copies: { first: countFirst(now), all: now.copies.length },
    trials,
    base: estimateMean(base.products),
    learnt: estimateMean(now.products),
    ...(base.labels.length > 0 && {
      newLabels: { share: newLabels, base: average(base.labels), learnt: average(now.labels) },
    }),
  };
};
