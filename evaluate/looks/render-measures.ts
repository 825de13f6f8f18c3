import { formatEstimate } from './render-decision.ts';
import type { LiveMeasures } from './measure-live.ts';
import type { SmallForm } from './small-vectors.ts';

const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const renderJudged = ({ judged }: LiveMeasures): string[] =>
  judged === null
    ? []
    : [
        `judgments of ${judged.products} products, which grade ${formatPercent(judged.judged)} of the results: precision at 10 ${formatEstimate(judged.precision)}, mean average precision ${formatEstimate(judged.averagePrecision)}, nDCG ${formatEstimate(judged.gain)}`,
      ];

const renderComparison = ({ comparison }: LiveMeasures): string[] =>
  comparison === null
    ? []
    : [
        `compared with the kept answers of ${comparison.products} products: share of look-alikes that are the same ${formatEstimate(comparison.unchanged)}, answers without any change ${formatPercent(comparison.same)}`,
        ...(comparison.precision === null
          ? []
          : [
              `precision at 10 then ${formatEstimate(comparison.precision.before)}, now ${formatEstimate(comparison.precision.now)}, difference ${formatEstimate(comparison.precision.difference)}`,
            ]),
      ];

/** What was measured on the live version, as lines. */
export const renderMeasures = (measures: LiveMeasures): string[] => [
  `${measures.pictured} of ${measures.products} products have a picture; ${measures.asked} of different families were asked for, ${formatPercent(measures.full)} have ten look-alikes`,
  `near-duplicates ${measures.nearDuplicates}; answers with variants of one product ${measures.leaks}; hubness ${measures.hubness.toFixed(2)}; of all families ${formatPercent(measures.neverShown)} are never shown, the most frequent in ${formatPercent(measures.mostShown)} of the answers`,
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
