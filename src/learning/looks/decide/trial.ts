import { decideDefaults } from './decide-defaults.ts';
import { average, type Estimate, estimateMean } from './measure.ts';
import type { Settings } from '../map/settings.ts';

/** How many of `all` altered copies find their product first; `base`: with the vectors of the model. */
type CopiesFirst = { readonly first: number; readonly base: number; readonly all: number };

/** What was measured for settings that were tried. */
export type Trial = {
  readonly settings: Settings;
  /** Products that the map was not trained on, of labels that it knows: difference to the settings before this step. */
  readonly unseenProducts: Estimate;
  /** Products of labels that it never saw: difference to the base; null when there are too few labels to leave some out. */
  readonly unseenLabels: Estimate | null;
  /**
   * Nearest other picture shows the same product, judged without words: difference to the base; null without such
   * pictures.
   */
  readonly sameProduct: number | null;
  /**
   * How much more alike in colour results are than all pictures, as a share of the same for the base; null where the
   * base does not prefer a colour. Left out by older releases.
   */
  readonly colourKept?: number | null;
  /** Altered copies that find their product first, judged without words. Left out by older releases and without copies. */
  readonly copies?: CopiesFirst;
  readonly accepted: boolean;
};

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
