import type { CalibrationStep, Estimate, Trial, LooksReport } from '../../src/learning/looks/decision.ts';
import {
  formatPercent,
  formatSettings,
  summarizeDecision,
} from '../../src/learning/looks/report/render-looks.ts';
import type { LooksEvaluation } from './evaluate-catalogue.ts';

/** Shares of right results that are named. */
const namedShares = [0.5, 0.75, 0.9] as const;

export const formatEstimate = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.mean.toFixed(3)} (${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)})`;

/** The lowest score from which on at least this share is right; null where no score is high enough. */
export const findMinimumScore = (steps: readonly CalibrationStep[], share: number): number | null =>
  steps.find(({ right }) => right >= share)?.score ?? null;

/** What a minimum score means, in one line; none where nothing was calibrated. */
export const renderCalibration = (steps: readonly CalibrationStep[]): string[] => {
  const named = namedShares.flatMap((share) => {
    const score = findMinimumScore(steps, share);
    return score === null ? [] : [`${(100 * share).toFixed(0)} % from a score of ${score.toFixed(2)} on`];
  });
  return named.length === 0 ? [] : [`results with the right value, at default weights: ${named.join(', ')}`];
};

const renderTrial = (trial: Trial): string => {
  const { settings, unseenProducts, unseenLabels, sameProduct, colourKept = null, copies, accepted } = trial;
  return [
    `${formatSettings(settings)}: unseen products ${formatEstimate(unseenProducts)}`,
    `unseen labels ${formatEstimate(unseenLabels)}`,
    `same product first ${sameProduct?.toFixed(3) ?? '-'}`,
    ...(colourKept === null ? [] : [`likeness in colour kept ${formatPercent(colourKept)}`]),
    ...(copies === undefined
      ? []
      : [`${copies.first} of ${copies.all} copies find their product, base ${copies.base}`]),
    ...(accepted ? [] : ['refused']),
  ].join(', ');
};

/** The trials behind a decision, as lines. */
export const renderDecision = (report: LooksReport): string[] => [
  summarizeDecision(report),
  `${report.pictures} pictures, ${report.labels} labels; on unseen products base ${formatEstimate(report.base)}, now ${formatEstimate(report.learnt)}`,
  ...renderCalibration(report.calibration ?? []),
  ...report.trials.map(renderTrial),
];

export const renderEvaluation = (field: string | null, evaluation: LooksEvaluation): string[] => [
  `${evaluation.queries} products were asked for their ten best look-alikes`,
  ...(evaluation.precision === null
    ? []
    : [
        `same ${field ?? 'label'}: precision at 10 ${formatEstimate(evaluation.precision)}, average precision ${formatEstimate(evaluation.averagePrecision)}`,
      ]),
  `never shown ${(100 * evaluation.neverShown).toFixed(1)} % of products; most shown in ${(100 * evaluation.mostShown).toFixed(1)} % of answers`,
];
