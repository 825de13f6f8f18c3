import type { CalibrationStep, Estimate, LooksReport, Trial } from '../../src/learning/looks/map/decision.ts';
import {
  formatPercent,
  formatSettings,
  summarizeDecision,
} from '../../src/learning/looks/report/render-looks.ts';
import { findMinimumScore } from '../../src/learning/looks/decide/measure.ts';
import type { CopyReport } from './copies.ts';
import type { LooksEvaluation } from './evaluate-catalogue.ts';
import type { HeldOutStep } from './held-out.ts';
import type { LiveMeasures } from './measure-live.ts';
import type { SmallForm } from './small-vectors.ts';

/** Shares of right results that are named. */
const namedShares = [0.5, 0.75, 0.9] as const;

const formatEstimate = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.mean.toFixed(3)} (${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)})`;

/** What a minimum score means, in one line; none where nothing was calibrated. */
export const renderCalibration = (steps: readonly CalibrationStep[]): string[] => {
  const named = namedShares.flatMap((share) => {
    const score = findMinimumScore(steps, share);
    return score === null ? [] : [`${(100 * share).toFixed(0)} % from a score of ${score.toFixed(2)} on`];
  });
  return named.length === 0 ? [] : [`results with the right value, at default weights: ${named.join(', ')}`];
};

const renderTrial = (trial: Trial): string => {
  const {
    settings,
    unseenProducts,
    unseenLabels,
    unseenColour = null,
    sameProduct,
    colourKept = null,
    copies,
    accepted,
  } = trial;
  return [
    `${formatSettings(settings)}: unseen products ${formatEstimate(unseenProducts)}`,
    `unseen labels ${formatEstimate(unseenLabels)}`,
    ...(unseenColour === null ? [] : [`colour ${formatEstimate(unseenColour)}`]),
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

const formatShare = (share: number | null): string => (share === null ? '-' : share.toFixed(3));

/** One line for each way to compare, base first. */
export const renderHeldOut = (field: string | null, steps: readonly HeldOutStep[]): string[] => [
  `learnt and decided without a fifth of the products, five times; ${steps[0]?.queries ?? 0} held-out pictures, same ${field ?? 'label'}:`,
  ...steps.map(
    ({ name, precision, averagePrecision, gain, sameProduct, separation, separationShown }) =>
      `  ${name}: precision at 10 ${formatEstimate(precision)}, average precision ${formatEstimate(averagePrecision)}, nDCG ${formatEstimate(gain)}, same product first ${formatEstimate(sameProduct)}, AUC ${formatShare(separation)}, AUC of the first 20 ${formatShare(separationShown)}`,
  ),
];

/** Before and after, one line for each kind of copy. */
export const renderCopies = (base: readonly CopyReport[], learnt: readonly CopyReport[]): string[] => [
  'altered copies, base and what was decided, trained without these products:',
  ...base.map(({ kind, copies, first, productFirst, changed }, at) => {
    const after = learnt[at];
    return `  ${kind}: original first ${first} and ${after?.first ?? 0} of ${copies}, its product ${productFirst} and ${after?.productFirst ?? 0}; of ten neighbours change ${changed.toFixed(1)} and ${after?.changed.toFixed(1) ?? '-'}`;
  }),
];

const formatTenths = (share: number): string => `${(100 * share).toFixed(1)} %`;

const renderJudged = ({ judged }: LiveMeasures): string[] =>
  judged === null
    ? []
    : [
        `judgments of ${judged.products} products, which grade ${formatTenths(judged.judged)} of the results: precision at 10 ${formatEstimate(judged.precision)}, mean average precision ${formatEstimate(judged.averagePrecision)}, nDCG ${formatEstimate(judged.gain)}`,
      ];

const renderComparison = ({ comparison }: LiveMeasures): string[] =>
  comparison === null
    ? []
    : [
        `compared with the kept answers of ${comparison.products} products: share of look-alikes that are the same ${formatEstimate(comparison.unchanged)}, answers without any change ${formatTenths(comparison.same)}`,
        ...(comparison.precision === null
          ? []
          : [
              `precision at 10 then ${formatEstimate(comparison.precision.before)}, now ${formatEstimate(comparison.precision.now)}, difference ${formatEstimate(comparison.precision.difference)}`,
            ]),
      ];

/** What was measured on the live version, as lines. */
export const renderMeasures = (measures: LiveMeasures): string[] => [
  `${measures.pictured} of ${measures.products} products have a picture; ${measures.asked} of different families were asked for, ${formatTenths(measures.full)} have ten look-alikes`,
  `near-duplicates ${measures.nearDuplicates}; answers with variants of one product ${measures.leaks}; hubness ${measures.hubness.toFixed(2)}; of all families ${formatTenths(measures.neverShown)} are never shown, the most frequent in ${formatTenths(measures.mostShown)} of the answers`,
  ...renderJudged(measures),
  ...renderComparison(measures),
];

/** One line for each form. */
export const renderForms = (forms: readonly SmallForm[]): string[] => [
  'vectors of the model without the mean of the catalogue, in smaller forms:',
  ...forms.map(
    ({ name, bytes, same, precision }) =>
      `  ${name}: ${bytes} bytes, share of the ten best that are the same ${formatEstimate(same)}, precision at 10 ${formatEstimate(precision)}`,
  ),
];
