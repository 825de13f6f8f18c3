import { editDistance } from './edit-distance.ts';

/*
 * Two normal forms that a shopper would take for the same suggestion: `battle field 3` and `battlefield 3`,
 * `arkham city` and `arkam city`. Digits must be equal: `halo 3` and `halo 4` are different products.
 */

/** Edits allowed for a text of this length, spaces not counted. */
const allowedEdits = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
const onlyDigits = (text: string): string => text.replace(/\D/g, '');

export const areNearDuplicates = (left: string, right: string): boolean => {
  const [a, b] = [withoutSpaces(left), withoutSpaces(right)];
  if (a === b) return true;
  const limit = allowedEdits(Math.min(a.length, b.length));
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return false;
  return editDistance(a, b, limit) <= limit && onlyDigits(a) === onlyDigits(b);
};
