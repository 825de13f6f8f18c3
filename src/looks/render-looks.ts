import type { LooksReport } from './decide.ts';
import type { LooksEvaluation } from './evaluate-catalogue.ts';
import type { Estimate } from './measure.ts';

const formatEstimate = (estimate: Estimate | null): string =>
  estimate === null
    ? '-'
    : `${estimate.mean.toFixed(3)} (${estimate.low.toFixed(3)} to ${estimate.high.toFixed(3)})`;

/** One line: what the comparison of pictures was decided to be. */
export const summarizeDecision = ({ field, mix, base, trials, reason }: LooksReport): string => {
  const winner = trials.find((trial) => trial.mix === mix);
  if (mix === null || winner === undefined) return `pictures are compared as the model sees them: ${reason}`;
  const gain = `${winner.unseenProducts.mean >= 0 ? '+' : ''}${winner.unseenProducts.mean.toFixed(3)}`;
  return `learnt from ${field ?? 'labels'}, ${Math.round(mix * 100)} % in the mix: precision at 10 of unseen products ${base?.mean.toFixed(3) ?? '-'} ${gain}`;
};

/** The trials behind a decision, as lines. */
export const renderDecision = (report: LooksReport): string[] => [
  summarizeDecision(report),
  `${report.pictures} pictures, ${report.labels} labels; base on unseen products ${formatEstimate(report.base)}`,
  ...report.trials.map(
    ({ mix, unseenProducts, unseenLabels, sameProduct, accepted }) =>
      `mix ${mix.toFixed(1)}: unseen products ${formatEstimate(unseenProducts)}, unseen labels ${formatEstimate(unseenLabels)}, same product first ${sameProduct?.toFixed(3) ?? '-'}${accepted ? '' : ', refused'}`,
  ),
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
