import { calibrateScores, type JudgedResult, rankFamilies } from './measure.ts';
import type { LooksReport, Settings } from '../map/decision.ts';
import { decideDefaults } from './decide-defaults.ts';
import { type LooksMap, baseSettings } from '../map/looks-map.ts';
import {
  createMeasure,
  type Aspects,
  scoreAspects,
  toAnswerScore,
  listTried,
  prepareQueries,
  trainOn,
} from './measure-settings.ts';
import { isColourField } from '../train/choose-labels.ts';
import { runSteps } from './run-steps.ts';
import type { Sample } from '../train/sample.ts';
import { listLabels, splitSample } from './guard-copies.ts';

export type Decision = {
  readonly map: Omit<LooksMap, 'vocabulary'> | null;
  readonly report: LooksReport;
  /** Kind and colour of the results of each unseen product, and how many altered copies find theirs: to compare samples. */
  readonly unseen: readonly number[];
  readonly copies: { readonly first: number; readonly all: number };
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

const keepBase = (reason: string, { items }: Sample, labels: number): Decision => ({
  map: null,
  unseen: [],
  copies: { first: 0, all: 0 },
  report: {
    ...{ field: null, pictures: items.length, labels, base: null, learnt: null },
    ...{ trials: [], settings: null, reason },
  },
});

/**
 * Decides on products and labels that the trial map did not see whether a map is used, how much of it, and how much
 * words and colour count. The map that is used is then trained on everything.
 */
export const decideLooks = (sample: Sample): Decision => {
  const { items } = sample;
  const labels = listLabels(items);
  if (items.length < decideDefaults.pictures || labels.length < decideDefaults.labels)
    return keepBase('too few pictures or labels to learn from', sample, labels.length);
  const queries = prepareQueries(sample, splitSample(items, labels));
  if (queries === null || queries.products.length === 0)
    return keepBase('too few pictures of each label to learn from', sample, labels.length);
  const measure = createMeasure(sample, queries);
  const { settings, unseen, copies, ...measured } = runSteps(measure, {
    hasWords: sample.words !== null,
    tried: listTried(sample),
    colourBy: (sample.further ?? []).some(({ field }) => isColourField(field)) ? 'field' : 'pictures',
    newLabels: sample.newLabels ?? decideDefaults.newLabels,
  });
  const hasWon = settings !== baseSettings;
  const projection = settings.mix === null ? null : trainOn(sample, [...items.keys()], settings.also);
  return {
    map: hasWon ? { projection, settings } : null,
    unseen,
    copies,
    report: {
      field: null,
      pictures: items.length,
      labels: labels.length,
      ...measured,
      settings: hasWon ? settings : null,
      calibration: calibrateScores(judgeResults(sample, queries.products, settings)),
      reason: hasWon ? 'wins on products that were held out' : 'nothing wins on products that were held out',
    },
  };
};
