import type { CopyReport } from './copies.ts';
import type { HeldOutStep } from './held-out.ts';
import { formatEstimate } from './render-decision.ts';

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
