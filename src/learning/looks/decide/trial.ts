import { decideDefaults } from './decide-defaults.ts';
import { average, estimateMean } from './measure.ts';
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
