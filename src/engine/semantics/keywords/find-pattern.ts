import { editDistance } from '../../../domain/edit-distance.ts';
import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { findMostPopular, type Patterns } from './patterns.ts';
import { contentWords } from './content-words.ts';

/** The known pattern that was typed, or -1: the same one, its words in another order, or the one it is a typing error of. */
export const findPattern = (patterns: Patterns, typed: string): number => {
  const form = normalForm(typed, patterns.language);
  if (form === '') return -1;
  const exact = patterns.forms.find(form);
  if (exact >= 0) return exact;
  const reordered = findMostPopular(patterns, patterns.byWordOrder(wordOrderKey(form, patterns.language)));
  return reordered >= 0 ? reordered : findCorrection(patterns, form);
};

/** When all words are known, only blanks may differ: `gold case` is not a misspelt `cold case`. */
const findCorrection = (patterns: Patterns, form: string): number => {
  const nearest = patterns.nearestForms(form).filter((pattern) => {
    const known = patterns.forms.at(pattern);
    // The first letter is rarely typed wrong: `camper` is not corrected to a `pamper` that nobody searches for.
    if (known[0] !== form[0] && (patterns.popularity[pattern] ?? 0) === 0) return false;
    return isTypo(form.split(' '), known.split(' '));
  });
  if (nearest.length === 0 || !hasOnlyKnownWords(patterns, form)) return findMostPopular(patterns, nearest);
  const withoutBlanks = form.replaceAll(' ', '');
  return findMostPopular(
    patterns,
    nearest.filter((pattern) => patterns.forms.at(pattern).replaceAll(' ', '') === withoutBlanks),
  );
};

/** Two edits make another word of a short word: `running shoe` is not a misspelt `running short`. */
const isTypo = (typed: readonly string[], known: readonly string[]): boolean =>
  typed.length !== known.length ||
  typed.every((word, at) => {
    const maximumEdits = word.length < lettersForTwoTypos ? 1 : 2;
    return editDistance(word, known[at] ?? '', maximumEdits) <= maximumEdits;
  });

const lettersForTwoTypos = 8;

const hasOnlyKnownWords = ({ byWord }: Patterns, form: string): boolean =>
  [...contentWords(form)].every((word) => byWord(word).length > 0);
