import { wordOrderKey } from '../../src/domain/normal-form.ts';
import { toTypedText } from '../../src/domain/typed-text.ts';
import type { Progress } from '../../src/engine/engine.ts';
import type { Catalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { learnDefaults, type LearnOptions } from '../../src/learning/keywords/mine/learn.ts';
import { baselineNames } from './baselines.ts';
import { assignFold, type HeldOutPair, heldOutPairs } from './held-out.ts';
import {
  bootstrap,
  type BootstrapOptions,
  type Interval,
  listLength,
  mean,
  type Metric,
  type Outcome,
  measureOutcome,
  metricValues,
} from './measure.ts';
import {
  createSystems,
  type ListSuggestions,
  type Serve,
  type ServedLists,
  systemName,
  variantNames,
} from './systems.ts';

export type EvaluateOptions = {
  readonly learn: LearnOptions;
  /** Number of folds that shoppers are divided into. */
  readonly folds: number;
  /** Folds that are used: cross-validation trains on all but one of them and tests on that one. */
  readonly useFolds: readonly number[];
  readonly withinMs: number;
  /** null where the website has no products. */
  readonly catalogue: Catalogue | null;
  readonly bootstrap: BootstrapOptions;
};

/**
 * Decay is off: held-out searches are spread over the whole log, and lists for the last day must not be judged by
 * searches of the first. Everything else is as in production.
 */
export const evaluateDefaults: EvaluateOptions = {
  learn: { ...learnDefaults, halfLifeDays: null },
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
  /** Share of held-out searches with any suggestion. */
  readonly coverage: number;
  /** Share of entries that repeat an earlier one or the pattern in another spelling. */
  readonly nearDuplicateShare: number;
  /** Share of entries that find no product; null without a catalogue. */
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
  /** Share of next searches that occur in the other folds: the upper bound of recall for these methods. */
  readonly ceiling: number;
  /**
   * Share of next searches that are in the list to the letter, apart from case and spaces: by the `text` of an answer,
   * which a page puts into its search field, and by its `displayText`, which it shows.
   */
  readonly asTyped: { readonly text: number; readonly displayText: number };
  /** `kindred` first, then the baselines. */
  readonly systems: readonly SystemReport[];
  readonly differences: readonly Difference[];
  /** Ablation: `kindred` over itself without one signal, and without guards. */
  readonly without: readonly Difference[];
};

export type EvaluateParts = {
  readonly serve: Serve;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

/** Cross-validation by shopper: predicts the next search with the lists as served, and with the baselines. */
export const evaluateLog = async (
  events: readonly BehaviourEvent[],
  options: EvaluateOptions,
  { serve, progress, signal }: EvaluateParts,
): Promise<Report> => {
  const { learn, withinMs, folds, useFolds, catalogue } = options;
  const { language } = learn;
  const pairs = heldOutPairs(events, { language, withinMs, folds }).filter(({ fold }) =>
    useFolds.includes(fold),
  );
  const byFold = Map.groupBy(events, createFoldLookup(folds));
  const outcomes = new Map<string, Outcome[]>();
  const steps = useFolds.length * (variantNames.length + baselineNames.length);
  const asTyped: AsTyped[] = [];
  let [reachable, done] = [0, 0];
  for (const fold of useFolds) {
    const others = useFolds.filter((other) => other !== fold);
    const training = others.flatMap((other) => byFold.get(other) ?? []);
    const foldPairs = pairs.filter((pair) => pair.fold === fold);
    const known = new Set(training.map(({ query = '' }) => wordOrderKey(query, language)));
    reachable += foldPairs.filter(({ nextKey }) => known.has(nextKey)).length;
    for await (const system of createSystems({ events: training, learn, catalogue, withinMs }, serve)) {
      const systemOutcomes = outcomes.get(system.name) ?? [];
      for (const pair of foldPairs) systemOutcomes.push(await judgePair(pair, system.list, learn));
      outcomes.set(system.name, systemOutcomes);
      if (system.name === systemName && system.suggest)
        for (const pair of foldPairs) asTyped.push(await compareAsTyped(pair, system.suggest, language));
      await system.close();
      progress?.('Evaluating', ++done, steps);
      signal?.throwIfAborted();
    }
  }
  return { ...buildReport(outcomes, pairs, reachable, options), asTyped: averageAsTyped(asTyped) };
};

type AsTyped = { readonly text: boolean; readonly displayText: boolean };

const compareAsTyped = async (
  { pattern, next }: HeldOutPair,
  suggest: ServedLists['suggest'],
  language: string,
): Promise<AsTyped> => {
  const typed = toTypedText(next, language);
  const list = await suggest(pattern, listLength);
  return {
    text: list.some(({ displayText }) => toTypedText(displayText, language) === typed),
    displayText: list.some(({ displayText }) => displayText.toLowerCase() === next.trim().toLowerCase()),
  };
};

const averageAsTyped = (all: readonly AsTyped[]): Report['asTyped'] => ({
  text: mean(all.map(({ text }) => Number(text))),
  displayText: mean(all.map(({ displayText }) => Number(displayText))),
});

/** Cached, because the fold of a shopper is a hash. */
const createFoldLookup = (folds: number): ((event: BehaviourEvent) => number) => {
  const known = new Map<string, number>();
  return ({ shopper }) => {
    const fold = known.get(shopper) ?? assignFold(shopper, folds);
    known.set(shopper, fold);
    return fold;
  };
};

const judgePair = async (
  pair: HeldOutPair,
  list: ListSuggestions,
  { language, findsProducts }: LearnOptions,
): Promise<Outcome> =>
  measureOutcome(pair, wordOrderKey(pair.pattern, language), await list(pair.pattern), findsProducts);

const buildReport = (
  outcomes: ReadonlyMap<string, Outcome[]>,
  pairs: readonly HeldOutPair[],
  reachable: number,
  options: EvaluateOptions,
): Omit<Report, 'asTyped'> => {
  const of = (name: string): Outcome[] => outcomes.get(name) ?? [];
  const names = [...outcomes.keys()];
  const difference = (one: string, other: string): Difference =>
    compareSystems(one, of(one), other, of(other), options.bootstrap);
  return {
    pairs: pairs.length,
    shoppers: new Set(pairs.map(({ shopper }) => shopper)).size,
    ceiling: pairs.length === 0 ? 0 : reachable / pairs.length,
    systems: [systemName, ...baselineNames].map((name) => buildSystemReport(name, of(name), options)),
    differences: baselineNames.map((name) => difference(systemName, name)),
    without: names.filter((name) => name.startsWith('without')).map((name) => difference(systemName, name)),
  };
};

const buildSystemReport = (
  name: string,
  outcomes: readonly Outcome[],
  { useFolds, bootstrap: settings }: EvaluateOptions,
): SystemReport => {
  const shoppers = outcomes.map(({ shopper }) => shopper);
  const entries = outcomes.reduce((sum, outcome) => sum + outcome.entries, 0);
  const share = (of: (outcome: Outcome) => number): number =>
    entries === 0 ? 0 : outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / entries;
  const hasCatalogue = outcomes.some(({ entriesWithoutProducts }) => entriesWithoutProducts !== null);
  return {
    name,
    recall: bootstrap(metricValues(outcomes, 'recall'), shoppers, settings),
    mrr: bootstrap(metricValues(outcomes, 'mrr'), shoppers, settings),
    coverage: mean(outcomes.map((outcome) => (outcome.entries > 0 ? 1 : 0))),
    nearDuplicateShare: share((outcome) => outcome.nearDuplicates),
    zeroResultShare: hasCatalogue ? share((outcome) => outcome.entriesWithoutProducts ?? 0) : null,
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

const compareSystems = (
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
