import { areNearDuplicates } from '../../../domain/near-duplicate.ts';

/** How the next search of a shopper relates to the one before. */
export type Transition = 'correction' | 'specialisation' | 'generalisation' | 'parallel';

/** Words in normal form. */
export const classifyTransition = (from: readonly string[], to: readonly string[]): Transition => {
  if (isProperSubset(from, to)) return 'specialisation';
  if (isProperSubset(to, from)) return 'generalisation';
  return areNearDuplicates(from.join(' '), to.join(' ')) ? 'correction' : 'parallel';
};

/** Every word of `part` is in `whole`, and `whole` has more. */
const isProperSubset = (part: readonly string[], whole: readonly string[]): boolean =>
  whole.length > part.length && part.every((word) => whole.includes(word));
