import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import { areNearDuplicates } from '../../src/domain/edit-distance.ts';
import type { HeldOutPair } from './held-out.ts';

/** The result of one list for one held-out search. */
export type Outcome = {
  readonly shopper: string;
  readonly fold: number;
  /** Rank of the next search in the list, from 1; 0 when it is not in the list. */
  readonly rank: number;
  readonly entries: number;
  /** Entries that are another spelling of an earlier entry, or of the pattern. */
  readonly nearDuplicates: number;
  /** Entries that find no product; null without a catalogue. */
  readonly entriesWithoutProducts: number | null;
};

export const listLength = 10;

/** `list` holds keys, best first. */
export const measureOutcome = (
  pair: HeldOutPair,
  patternKey: string,
  list: readonly string[],
  findsProducts: ((text: string) => boolean) | null,
): Outcome => {
  const top = list.slice(0, listLength);
  const earlier = (index: number): string[] => [patternKey, ...top.slice(0, index)];
  return {
    shopper: pair.shopper,
    fold: pair.fold,
    rank: top.indexOf(pair.nextKey) + 1,
    entries: top.length,
    nearDuplicates: top.filter((key, index) => earlier(index).some((other) => areNearDuplicates(key, other)))
      .length,
    entriesWithoutProducts: findsProducts === null ? null : top.filter((key) => !findsProducts(key)).length,
  };
};

export type Metric = 'recall' | 'mrr';

const metricOfOutcome: Readonly<Record<Metric, (outcome: Outcome) => number>> = {
  recall: ({ rank: place }) => (place > 0 ? 1 : 0),
  mrr: ({ rank: place }) => (place > 0 ? 1 / place : 0),
};

export const metricValues = (outcomes: readonly Outcome[], metric: Metric): number[] =>
  outcomes.map(metricOfOutcome[metric]);

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export type Interval = { readonly value: number; readonly low: number; readonly high: number };

export type BootstrapOptions = {
  readonly samples: number;
  readonly seed: number;
  readonly confidence: number;
};

/**
 * The mean with its bootstrap confidence interval. Shoppers are resampled, not searches, because searches of one
 * shopper are not independent. Pass differences of two systems for a paired comparison.
 */
export const bootstrap = (
  values: readonly number[],
  shoppers: readonly string[],
  options: BootstrapOptions,
): Interval => {
  const groups = [...Map.groupBy(values.keys(), (index) => shoppers[index] ?? '').values()].map(
    (indices) => ({
      sum: indices.reduce((sum, index) => sum + (values[index] ?? 0), 0),
      size: indices.length,
    }),
  );
  const random = createRandom(options.seed);
  const means = Array.from({ length: options.samples }, () => sampleMean(groups, random)).sort(
    (a, b) => a - b,
  );
  const at = (share: number): number =>
    means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? 0;
  const tail = (1 - options.confidence) / 2;
  return { value: mean(values), low: at(tail), high: at(1 - tail) };
};

type Group = { readonly sum: number; readonly size: number };

const sampleMean = (groups: readonly Group[], random: () => number): number => {
  let sum = 0;
  let size = 0;
  for (let draw = 0; draw < groups.length; draw++) {
    const group = groups[Math.floor(random() * groups.length)];
    sum += group?.sum ?? 0;
    size += group?.size ?? 0;
  }
  return size === 0 ? 0 : sum / size;
};
