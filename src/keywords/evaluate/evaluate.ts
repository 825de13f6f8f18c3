import { wordOrderKey } from '../../domain/normal-form.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { learnDefaults, type LearnOptions } from '../mine/learn.ts';
import { baselineNames } from './baselines.ts';
import { foldOf, type HeldOutPair, heldOutPairs } from './held-out.ts';
import {
  bootstrap,
  type BootstrapOptions,
  type Interval,
  mean,
  type Metric,
  type Outcome,
  outcomeOf,
  valuesOf,
} from './measure.ts';
import { createSystems, type Lister, systemName } from './systems.ts';

export type EvaluateOptions = {
  readonly learn: LearnOptions;
  /** Shoppers are dealt into so many folds … */
  readonly folds: number;
  /** … of which these are used: learnt from all but one, tested on that one, each in turn. */
  readonly useFolds: readonly number[];
  readonly withinMs: number;
  readonly bootstrap: BootstrapOptions;
};

/**
 * The half-life is off: held-out searches are spread over the whole log, and a list made for the last day
 * must not be judged by the first. Everything else is as served.
 */
export const evaluateDefaults: EvaluateOptions = {
  learn: { ...learnDefaults, mining: { ...learnDefaults.mining, halfLifeDays: null } },
  folds: 5,
  useFolds: [0, 1, 2, 3, 4],
  withinMs: 30 * 60_000,
  bootstrap: { samples: 2000, seed: 1, confidence: 0.95 },
};

export type SystemReport = {
  readonly name: string;
  readonly recall: Interval;
  readonly mrr: Interval;
  /** Share of held-out searches that get any list. */
  readonly coverage: number;
  /** Share of entries that repeat an earlier one or the pattern in another spelling. */
  readonly nearDuplicateShare: number;
  /** Share of entries that find no product; null where no catalogue was asked. */
  readonly zeroResultShare: number | null;
  readonly byFold: readonly {
    readonly fold: number;
    readonly pairs: number;
    readonly recall: number;
    readonly mrr: number;
  }[];
};

export type Difference = {
  readonly of: string;
  readonly over: string;
  readonly recall: Interval;
  readonly mrr: Interval;
};

export type Report = {
  readonly pairs: number;
  readonly shoppers: number;
  /** Share of next searches that somebody in the other folds searched: no method of this kind can pass it. */
  readonly ceiling: number;
  /** `kindred` first, then the baselines. */
  readonly systems: readonly SystemReport[];
  readonly differences: readonly Difference[];
  /** `kindred` without one signal, and without guards: what each adds, and what they cost. */
  readonly without: readonly Difference[];
};

/** Held-out next search by shopper, ours against the baselines in one run. */
export const evaluateKeywords = (
  events: readonly BehaviourEvent[],
  options: EvaluateOptions = evaluateDefaults,
): Report => {
  const { language } = options.learn.mining;
  const used = new Set(options.useFolds);
  const pairs = heldOutPairs(events, { language, withinMs: options.withinMs, folds: options.folds }).filter(
    ({ fold }) => used.has(fold),
  );
  const outcomes = new Map<string, Outcome[]>();
  let reachable = 0;
  for (const fold of options.useFolds) {
    const training = events.filter((event) => {
      const own = foldOf(event.shopper, options.folds);
      return own !== fold && used.has(own);
    });
    const held = pairs.filter((pair) => pair.fold === fold);
    const systems = createSystems(training, options.learn, options.withinMs);
    reachable += held.filter((pair) => systems.known(pair.nextKey)).length;
    for (const [name, list] of systems.lists)
      outcomes.set(name, [
        ...(outcomes.get(name) ?? []),
        ...held.map((pair) => judge(pair, list, options.learn)),
      ]);
  }
  return reportOf(outcomes, pairs, reachable, options);
};

const judge = (pair: HeldOutPair, list: Lister, { mining, findsProducts }: LearnOptions): Outcome =>
  outcomeOf(pair, wordOrderKey(pair.pattern, mining.language), list(pair.pattern), findsProducts);

const reportOf = (
  outcomes: ReadonlyMap<string, Outcome[]>,
  pairs: readonly HeldOutPair[],
  reachable: number,
  options: EvaluateOptions,
): Report => {
  const of = (name: string): Outcome[] => outcomes.get(name) ?? [];
  const names = [...outcomes.keys()];
  const difference = (one: string, other: string): Difference =>
    differenceOf(one, of(one), other, of(other), options.bootstrap);
  return {
    pairs: pairs.length,
    shoppers: new Set(pairs.map(({ shopper }) => shopper)).size,
    ceiling: pairs.length === 0 ? 0 : reachable / pairs.length,
    systems: [systemName, ...baselineNames].map((name) => systemReport(name, of(name), options)),
    differences: baselineNames.map((name) => difference(systemName, name)),
    without: names.filter((name) => name.startsWith('without')).map((name) => difference(name, systemName)),
  };
};

const systemReport = (
  name: string,
  outcomes: readonly Outcome[],
  { useFolds, bootstrap: settings }: EvaluateOptions,
): SystemReport => {
  const shoppers = outcomes.map(({ shopper }) => shopper);
  const listed = outcomes.reduce((sum, outcome) => sum + outcome.listed, 0);
  const share = (of: (outcome: Outcome) => number): number =>
    listed === 0 ? 0 : outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / listed;
  const asked = outcomes.some(({ empty }) => empty !== null);
  return {
    name,
    recall: bootstrap(valuesOf(outcomes, 'recall'), shoppers, settings),
    mrr: bootstrap(valuesOf(outcomes, 'mrr'), shoppers, settings),
    coverage: mean(outcomes.map((outcome) => (outcome.listed > 0 ? 1 : 0))),
    nearDuplicateShare: share((outcome) => outcome.nearDuplicates),
    zeroResultShare: asked ? share((outcome) => outcome.empty ?? 0) : null,
    byFold: useFolds.map((fold) => {
      const own = outcomes.filter((outcome) => outcome.fold === fold);
      return {
        fold,
        pairs: own.length,
        recall: mean(valuesOf(own, 'recall')),
        mrr: mean(valuesOf(own, 'mrr')),
      };
    }),
  };
};

const differenceOf = (
  of: string,
  one: readonly Outcome[],
  over: string,
  other: readonly Outcome[],
  settings: BootstrapOptions,
): Difference => {
  const shoppers = one.map(({ shopper }) => shopper);
  const paired = (metric: Metric): Interval => {
    const [left, right] = [valuesOf(one, metric), valuesOf(other, metric)];
    return bootstrap(
      left.map((value, index) => value - (right[index] ?? 0)),
      shoppers,
      settings,
    );
  };
  return { of, over, recall: paired('recall'), mrr: paired('mrr') };
};
