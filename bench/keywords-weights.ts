/*
 * How much should each signal count? Fits `signalWeights` to a log: first the maximum-likelihood weights for the
 * searches that came next among all candidates, then refined for the first ten places.
 *
 *   node bench/keywords-weights.ts <log file> …
 *
 * Nested cross-validation: for each fold the weights are fitted without it (learnt from two folds, fitted on the third,
 * three ways) and then evaluated on it. The last line is fitted on four of the five folds; the last fold is not used.
 */
import { wordOrderKey } from '../src/domain/normal-form.ts';
import { createBaselines } from '../evaluate/keywords/baselines.ts';
import { assignFold, heldOutPairs, type HeldOutPair } from '../evaluate/keywords/held-out.ts';
import { evaluateDefaults } from '../evaluate/keywords/evaluate-log.ts';
import { bootstrap, mean } from '../evaluate/keywords/measure.ts';
import type { BehaviourEvent } from '../src/learning/keywords/log/event.ts';
import { featureNames } from '../src/learning/keywords/mine/candidates.ts';
import { learnKeywords } from '../test/support/keywords/learn-keywords.ts';
import { readLogFiles } from './support/read-log-files.ts';

const settings = { folds: 5, used: [0, 1, 2, 3], ridge: 1, steps: 150, rate: 0.05 } as const;
const { learn, withinMs } = evaluateDefaults;
const { language } = learn;

/** Features of all candidates of one held-out search, row by row, and which row was right (-1: none). */
type Example = { readonly rows: readonly Float64Array[]; readonly right: number };

const events = await readLogFiles(process.argv.slice(2));
const pairs = heldOutPairs(events, { language, withinMs, folds: settings.folds });

const buildExamples = (training: readonly number[], fold: number): Example[] => {
  const learnt = learnKeywords(selectEvents(training), learn);
  return pairs.filter((pair) => pair.fold === fold).map((pair) => buildExample(learnt, pair));
};

const selectEvents = (folds: readonly number[]): BehaviourEvent[] =>
  events.filter((event) => folds.includes(assignFold(event.shopper, settings.folds)));

const buildExample = (learnt: ReturnType<typeof learnKeywords>, pair: HeldOutPair): Example => {
  const { candidates } = learnt.candidates(pair.pattern);
  return {
    rows: candidates.map(({ features }) => Float64Array.from(featureNames, (name) => features[name])),
    right: candidates.findIndex(({ pattern }) => wordOrderKey(pattern.text, language) === pair.nextKey),
  };
};

const computeScores = ({ rows }: Example, weights: readonly number[]): number[] =>
  rows.map((row) => row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0));

/** Gradient of the log-likelihood of what came next: its features minus the expected ones. */
const computeGradient = (example: Example, weights: readonly number[]): number[] => {
  const scores = computeScores(example, weights);
  const highest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const chances = scores.map((score) => Math.exp(score - highest));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return featureNames.map((_, feature) => {
    const expected =
      example.rows.reduce((sum, row, index) => sum + (row[feature] ?? 0) * (chances[index] ?? 0), 0) / total;
    return (example.rows[example.right]?.[feature] ?? 0) - expected;
  });
};

/** Gradient ascent with a step size of its own for each weight (Adam). Weights stay at or above 0. */
const fit = (examples: readonly Example[]): number[] => {
  const useful = examples.filter(({ right }) => right >= 0);
  const weights: number[] = featureNames.map(() => 0.3);
  const [momentum, squares] = [weights.map(() => 0), weights.map(() => 0)];
  for (let step = 1; step <= settings.steps; step++) {
    const gradient = weights.map((weight) => -settings.ridge * weight);
    for (const example of useful)
      for (const [index, value] of computeGradient(example, weights).entries())
        gradient[index] = (gradient[index] ?? 0) + value;
    for (const [index, value] of gradient.entries()) {
      momentum[index] = 0.9 * (momentum[index] ?? 0) + 0.1 * value;
      squares[index] = 0.99 * (squares[index] ?? 0) + 0.01 * value ** 2;
      const change =
        (momentum[index] ?? 0) /
        (1 - 0.9 ** step) /
        (Math.sqrt((squares[index] ?? 0) / (1 - 0.99 ** step)) + 1e-9);
      weights[index] = Math.max(
        0,
        (weights[index] ?? 0) + (settings.rate / Math.sqrt(step / 20 + 1)) * change,
      );
    }
  }
  return weights;
};

/** 1 / place of the right one, 0 below the tenth place. */
const reciprocalRank = (example: Example, weights: readonly number[]): number => {
  if (example.right < 0) return 0;
  const scores = computeScores(example, weights);
  const place = 1 + scores.filter((score) => score > (scores[example.right] ?? 0)).length;
  return place <= 10 ? 1 / place : 0;
};

/** Recall@10 plus MRR@10. */
const evaluateWeights = (examples: readonly Example[], weights: readonly number[]): number =>
  mean(
    examples.map((example) => reciprocalRank(example, weights)).map((place) => place + (place > 0 ? 1 : 0)),
  );

/**
 * Likelihood depends on every place, a list of ten only on the first ten. Starting from the maximum-likelihood weights,
 * each weight in turn is made larger and smaller, and kept where the lists get better.
 */
const refineWeights = (start: readonly number[], examples: readonly Example[]): number[] => {
  let best = { weights: [...start], value: evaluateWeights(examples, start) };
  for (const factor of [0.5, 0.75, 1.5]) {
    for (const index of start.keys()) {
      const weights = best.weights.map((weight, other) => (other === index ? weight * factor : weight));
      const value = evaluateWeights(examples, weights);
      if (value > best.value) best = { weights, value };
    }
  }
  return best.weights;
};

const printWeights = (label: string, weights: readonly number[], examples: readonly Example[]): number[] => {
  const places = examples.map((example) => reciprocalRank(example, weights));
  const named = featureNames.map((name, index) => `${name} ${(weights[index] ?? 0).toFixed(3)}`).join(', ');
  console.log(
    `${label}: recall@10 ${mean(places.map((place) => (place > 0 ? 1 : 0))).toFixed(4)}  MRR@10 ${mean(places).toFixed(4)}  ${named}`,
  );
  return places;
};

const without = (...folds: number[]): number[] => settings.used.filter((fold) => !folds.includes(fold));
const outer = new Map(settings.used.map((fold) => [fold, buildExamples(without(fold), fold)]));
const nested: number[] = [];
for (const fold of settings.used) {
  const inner = without(fold).flatMap((other) => buildExamples(without(fold, other), other));
  nested.push(
    ...printWeights(
      `fold ${fold}, fitted without it`,
      refineWeights(fit(inner), inner),
      outer.get(fold) ?? [],
    ),
  );
}
console.log(
  `nested, all folds: recall@10 ${mean(nested.map((place) => (place > 0 ? 1 : 0))).toFixed(4)}  MRR@10 ${mean(nested).toFixed(4)}`,
);
const fusion = settings.used.flatMap((fold) => {
  const baseline = createBaselines(selectEvents(without(fold)), { language, withinMs }).fusion;
  return pairs
    .filter((pair) => pair.fold === fold)
    .map((pair) => baseline(wordOrderKey(pair.pattern, language)).slice(0, 10).indexOf(pair.nextKey) + 1)
    .map((place) => (place > 0 ? 1 / place : 0));
});
const shoppers = settings.used.flatMap((fold) =>
  pairs.filter((pair) => pair.fold === fold).map(({ shopper }) => shopper),
);
const formatDifference = (value: (place: number) => number): string => {
  const paired = nested.map((place, index) => value(place) - value(fusion[index] ?? 0));
  const { value: middle, low, high } = bootstrap(paired, shoppers, evaluateDefaults.bootstrap);
  return `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
};
console.log(
  `nested over fusion: recall@10 ${formatDifference((place) => (place > 0 ? 1 : 0))}, MRR@10 ${formatDifference((place) => place)}`,
);
const all = [...outer.values()].flat();
printWeights('fitted on all of them', refineWeights(fit(all), all), all);
