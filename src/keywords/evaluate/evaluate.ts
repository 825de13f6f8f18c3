import { wordOrderKey } from '../../domain/normal-form.ts';
import type { Progress } from '../../engine/engine.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { learnDefaults, type LearnOptions } from '../mine/learn.ts';
import { baselineNames } from './baselines.ts';
import { assignFold, type HeldOutPair, heldOutPairs } from './held-out.ts';
import {
  bootstrap,
  type BootstrapOptions,
  type Interval,
  mean,
  type Metric,
  type Outcome,
  measureOutcome,
  metricValues,
} from './measure.ts';
import { createSystems, type ListSuggestions, type Serve, systemName, variantNames } from './systems.ts';

export type EvaluateOptions = {
  readonly learn: LearnOptions;
  /** Shoppers are dealt into so many folds … */
  readonly folds: number;
  /** … of which these are used: learnt from all but one, tested on that one, each in turn. */
  readonly useFolds: readonly number[];
  readonly withinMs: number;
  /** What the shop sells; null where nothing is known of it. */
  readonly catalogue: Catalogue | null;
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
  catalogue: null,
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
  /** `kindred` over itself without one signal, and without guards: what each adds, and what they cost. */
  readonly without: readonly Difference[];
};

export type EvaluateParts = {
  readonly serve: Serve;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

/** Held-out next search by shopper: the lists a shop would have served, against the baselines in one run. */
export const evaluateKeywords = async (
  events: readonly BehaviourEvent[],
  options: EvaluateOptions,
  { serve, progress, signal }: EvaluateParts,
): Promise<Report> => {
  const { learn, withinMs, folds, useFolds, catalogue } = options;
  const { language } = learn.mining;
  const pairs = heldOutPairs(events, { language, withinMs, folds }).filter(({ fold }) =>
    useFolds.includes(fold),
  );
  const byFold = Map.groupBy(events, foldsOf(folds));
  const outcomes = new Map<string, Outcome[]>();
  const steps = useFolds.length * (variantNames.length + baselineNames.length);
  let [reachable, done] = [0, 0];
  for (const fold of useFolds) {
    const others = useFolds.filter((other) => other !== fold);
    const training = others.flatMap((other) => byFold.get(other) ?? []);
    const held = pairs.filter((pair) => pair.fold === fold);
    const known = new Set(training.map(({ query = '' }) => wordOrderKey(query, language)));
    reachable += held.filter(({ nextKey }) => known.has(nextKey)).length;
    for await (const system of createSystems({ events: training, learn, catalogue, withinMs }, serve)) {
      const judged = outcomes.get(system.name) ?? [];
      for (const pair of held) judged.push(await judge(pair, system.list, learn));
      outcomes.set(system.name, judged);
      await system.close();
      progress?.('Evaluating', ++done, steps);
      signal?.throwIfAborted();
    }
  }
  return reportOf(outcomes, pairs, reachable, options);
};

/** A shopper's fold is a hash: it is computed once. */
const foldsOf = (folds: number): ((event: BehaviourEvent) => number) => {
  const known = new Map<string, number>();
  return ({ shopper }) => {
    const fold = known.get(shopper) ?? assignFold(shopper, folds);
    known.set(shopper, fold);
    return fold;
  };
};

const judge = async (
  pair: HeldOutPair,
  list: ListSuggestions,
  { mining, findsProducts }: LearnOptions,
): Promise<Outcome> =>
  measureOutcome(pair, wordOrderKey(pair.pattern, mining.language), await list(pair.pattern), findsProducts);

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
    without: names.filter((name) => name.startsWith('without')).map((name) => difference(systemName, name)),
  };
};

const systemReport = (
  name: string,
  outcomes: readonly Outcome[],
  { useFolds, bootstrap: settings }: EvaluateOptions,
): SystemReport => {
  const shoppers = outcomes.map(({ shopper }) => shopper);
  const listed = outcomes.reduce((sum, outcome) => sum + outcome.entries, 0);
  const share = (of: (outcome: Outcome) => number): number =>
    listed === 0 ? 0 : outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / listed;
  const asked = outcomes.some(({ entriesWithoutProducts: empty }) => empty !== null);
  return {
    name,
    recall: bootstrap(metricValues(outcomes, 'recall'), shoppers, settings),
    mrr: bootstrap(metricValues(outcomes, 'mrr'), shoppers, settings),
    coverage: mean(outcomes.map((outcome) => (outcome.entries > 0 ? 1 : 0))),
    nearDuplicateShare: share((outcome) => outcome.nearDuplicates),
    zeroResultShare: asked ? share((outcome) => outcome.entriesWithoutProducts ?? 0) : null,
    byFold: useFolds.map((fold) => {
      const own = outcomes.filter((outcome) => outcome.fold === fold);
      return {
        fold,
        pairs: own.length,
        recall: mean(metricValues(own, 'recall')),
        mrr: mean(metricValues(own, 'mrr')),
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
    const [left, right] = [metricValues(one, metric), metricValues(other, metric)];
    return bootstrap(
      left.map((value, index) => value - (right[index] ?? 0)),
      shoppers,
      settings,
    );
  };
  return { of, over, recall: paired('recall'), mrr: paired('mrr') };
};
