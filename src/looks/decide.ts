import { type CalibrationStep, calibrateScores, type JudgedResult } from './calibrate.ts';
import { applyParts, type LooksMap } from './looks-map.ts';
import { average, type Estimate, estimateMean, isFamilyFirst, precisionAt, rankFamilies } from './measure.ts';
import type { Sample } from './sample.ts';
import {
  type Aspects,
  baseSettings,
  compareAspects,
  scoreAspects,
  type Settings,
  toAnswerScore,
} from './similarities.ts';
import { listLabels, splitSample } from './split-sample.ts';
import { selectFeatures, trainMap } from './train-map.ts';

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
  readonly accepted: boolean;
};

export type LooksReport = {
  readonly field: string | null;
  readonly pictures: number;
  readonly labels: number;
  /** Precision at 10 on unseen products, of the base and of what is used. */
  readonly base: Estimate | null;
  readonly learnt: Estimate | null;
  readonly trials: readonly Trial[];
  /** What is used; null: the vectors of the model as they are. */
  readonly settings: Settings | null;
  /** How many results are right at each score, on unseen products. Left out by older releases, and without trials. */
  readonly calibration?: readonly CalibrationStep[];
  readonly reason: string;
};

export type Decision = {
  readonly map: Omit<LooksMap, 'vocabulary'> | null;
  readonly report: LooksReport;
};

export const decideDefaults = {
  k: 10,
  /** Results of each held-out product that scores are calibrated on. */
  judged: 20,
  /** Fewer pictures or labels teach nothing that could be measured. */
  pictures: 200,
  labels: 2,
  /** A smaller gain of precision is not worth other neighbours. */
  gain: 0.005,
  mixes: [0, 0.3, 0.5, 0.7, 0.8, 0.9],
  words: [0.1, 0.2, 0.3],
  /** Never less than half: labels rarely name a colour, so they would always advise against it. */
  colours: [0.75, 0.5],
  /** Share of the likeness in colour that must be kept. A box that wants more gives colour more weight. */
  colourKept: 0.66,
} as const;

/** The settings to try in each step, given those that have won so far. */
const steps: readonly ((now: Settings, hasWords: boolean) => Settings[])[] = [
  (now) => decideDefaults.mixes.map((mix) => ({ ...now, mix })),
  (now, hasWords) => (hasWords ? decideDefaults.words.map((words) => ({ ...now, words })) : []),
  (now) => decideDefaults.colours.map((colour) => ({ ...now, colour })),
  // With less colour, more of the map may keep other photos of a product in front.
  ({ mix, ...now }) =>
    decideDefaults.mixes
      .filter((other) => mix !== null && other > mix)
      .map((other) => ({ ...now, mix: other })),
];

/** The measures of each query. */
type Measures = {
  readonly products: readonly number[];
  readonly labels: readonly number[];
  readonly sameProduct: readonly number[];
  /** How much more alike in colour the results are than all pictures. */
  readonly colour: readonly number[];
};

type Queries = { readonly products: readonly Aspects[]; readonly labels: readonly Aspects[] };

type Ranked = { readonly aspects: Aspects; readonly ranked: readonly number[] };

const createMeasure = ({ items }: Sample, queries: Queries) => {
  const families = new Map<string, number>();
  for (const { family } of items) families.set(family, (families.get(family) ?? 0) + 1);
  const hasOthers = ({ query }: Aspects): boolean => (families.get(items[query]?.family ?? '') ?? 0) > 1;
  const all = [...queries.products, ...queries.labels];
  const colours = new Map(all.map(({ query, colour }) => [query, average(colour)]));
  const rank = (settings: Settings) => (aspects: Aspects) => ({
    aspects,
    ranked: rankFamilies(scoreAspects(aspects, settings), items, aspects.query, decideDefaults.k),
  });
  const precision = ({ aspects, ranked }: Ranked): number => precisionAt(ranked, items, aspects.query);
  const compareColours = ({ aspects: { query, colour }, ranked }: Ranked): number =>
    ranked.length === 0 ? 0 : average(ranked.map((row) => colour[row] ?? 0)) - (colours.get(query) ?? 0);
  return (settings: Settings): Measures => {
    const [products, labels] = [queries.products, queries.labels].map((some) => some.map(rank(settings)));
    return {
      products: (products ?? []).map(precision),
      labels: (labels ?? []).map(precision),
      sameProduct: all
        .filter(hasOthers)
        .map((aspects) =>
          isFamilyFirst(scoreAspects(aspects, { ...settings, words: 0 }), items, aspects.query),
        ),
      colour: [...(products ?? []), ...(labels ?? [])].map(compareColours),
    };
  };
};

const estimateDifference = (values: readonly number[], before: readonly number[], trials: number): Estimate =>
  estimateMean(
    values.map((value, at) => value - (before[at] ?? 0)),
    trials,
  );

/** It must win on unseen products beyond doubt, and lose neither on unseen labels nor on other photos nor in colour. */
const isAccepted = ({
  unseenProducts,
  unseenLabels,
  sameProduct,
  colourKept,
}: Omit<Trial, 'accepted'>): boolean =>
  unseenProducts.low > 0 &&
  unseenProducts.mean >= decideDefaults.gain &&
  (unseenLabels?.mean ?? 0) >= 0 &&
  (sameProduct ?? 0) >= 0 &&
  (colourKept ?? 1) >= decideDefaults.colourKept;

/** Null where results of the base are hardly more alike in colour than all pictures. */
const compareColourGain = (own: readonly number[], base: readonly number[]): number | null =>
  average(base) < 0.01 ? null : average(own) / average(base);

const createTrial = (
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
  };
  return { ...trial, accepted: isAccepted(trial) };
};

/** The first results of products that the trial map did not see. */
const judgeResults = ({ items }: Sample, queries: readonly Aspects[], settings: Settings): JudgedResult[] =>
  queries.flatMap((aspects) => {
    const scores = scoreAspects(aspects, settings);
    return rankFamilies(scores, items, aspects.query, decideDefaults.judged).map((row) => ({
      score: toAnswerScore(scores[row] ?? 0, settings),
      isRight: items[row]?.label === items[aspects.query]?.label,
    }));
  });

/** One step after the other: of the trials that are accepted the best is kept, and the next step starts from it. */
const runSteps = (measure: (settings: Settings) => Measures, hasWords: boolean) => {
  const base = measure(baseSettings);
  const trials: Trial[] = [];
  let [settings, now] = [baseSettings, base];
  for (const listCandidates of steps) {
    const candidates = listCandidates(settings, hasWords);
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

const keepBase = (reason: string, sample: Sample, labels: number): Decision => ({
  map: null,
  report: {
    field: null,
    pictures: sample.items.length,
    labels,
    base: null,
    learnt: null,
    trials: [],
    settings: null,
    reason,
  },
});

/**
 * Decides on products and labels that the trial map did not see whether a map is used, how much of it, and how much
 * words and colour count. The map that is used is then trained on everything. Deterministic: the same pictures and
 * labels give the same map.
 */
export const decideLooks = (sample: Sample): Decision => {
  const { items, looks } = sample;
  const labels = listLabels(items);
  if (items.length < decideDefaults.pictures || labels.length < decideDefaults.labels)
    return keepBase('too few pictures or labels to learn from', sample, labels.length);
  const split = splitSample(items, labels);
  const trialMap = trainMap(
    selectFeatures(looks, split.training),
    split.training.map((row) => items[row]?.label ?? null),
  );
  if (trialMap === null || split.unseenProducts.length === 0)
    return keepBase('too few pictures of each label to learn from', sample, labels.length);
  const parts = applyParts(trialMap, looks);
  const products = compareAspects(sample, parts, split.unseenProducts);
  const measure = createMeasure(sample, {
    products,
    labels: compareAspects(sample, parts, split.unseenLabels),
  });
  const { settings, ...measured } = runSteps(measure, sample.words !== null);
  const hasWon = settings !== baseSettings;
  const labelOf = items.map(({ label }) => label);
  return {
    map: hasWon ? { projection: settings.mix === null ? null : trainMap(looks, labelOf), settings } : null,
    report: {
      field: null,
      pictures: items.length,
      labels: labels.length,
      ...measured,
      settings: hasWon ? settings : null,
      calibration: calibrateScores(judgeResults(sample, products, settings)),
      reason: hasWon ? 'wins on products that were held out' : 'nothing wins on products that were held out',
    },
  };
};
