import { renderCalibration } from './calibrate.ts';
import type { LooksReport } from './decide.ts';
import type { LooksEvaluation } from './evaluate-catalogue.ts';
import type { Estimate } from './measure.ts';
import type { Settings } from './similarities.ts';
import type { Trial } from './trial.ts';

export const formatEstimate = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.mean.toFixed(3)} (${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)})`;

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

const formatSettings = ({ mix, colour, words, also, averaged }: Settings): string =>
  [
    mix === null ? 'vectors of the model' : `${formatPercent(mix)} of the map`,
    ...(also === undefined ? [] : [`trained on ${also}, too`]),
    ...(words === 0 ? [] : [`words ${words.toFixed(1)}`]),
    ...(colour === 1 ? [] : [`${formatPercent(colour)} of the colour`]),
    ...(averaged === undefined ? [] : [`averaged with ${averaged} nearest`]),
  ].join(', ');

/** `category`, or `category, colour (weight 0.3)` where several fields were learnt from. */
const formatFields = ({ field, fields = [] }: LooksReport): string => {
  const [first, ...others] = fields;
  const further = others.map((each) => `${each.field} (weight ${each.weight.toFixed(1)})`);
  return [first?.field ?? field ?? 'labels', ...further].join(', ');
};

/** One line: what the comparison of pictures was decided to be. */
export const summarizeDecision = (report: LooksReport): string => {
  const { settings, base, learnt, reason } = report;
  return settings === null
    ? `pictures are compared as the model sees them: ${reason}`
    : `learnt from ${formatFields(report)}, ${formatSettings(settings)}: precision at 10 of unseen products ${base?.mean.toFixed(3) ?? '-'}, now ${learnt?.mean.toFixed(3) ?? '-'}`;
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
