import { areNearDuplicates } from '../../domain/near-duplicate.ts';

/** What a shopper did with the last search when typing the next one. */
export type Transition = 'correction' | 'specialisation' | 'generalisation' | 'parallel';

/** Words in normal form. */
export const classifyTransition = (from: readonly string[], to: readonly string[]): Transition => {
  if (isWithin(from, to)) return 'specialisation';
  if (isWithin(to, from)) return 'generalisation';
  return areNearDuplicates(from.join(' '), to.join(' ')) ? 'correction' : 'parallel';
};

/** Every word of `part` is in `whole`, and `whole` has more. */
const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
  whole.length > part.length && part.every((word) => whole.includes(word));
