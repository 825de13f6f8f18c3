import { editDistance } from '../../../domain/edit-distance.ts';
import { normalForm, tokenizeWithSpelling, wordOrderKey } from '../../../domain/normal-form.ts';
import { contentWords, findMostPopular, type Patterns } from './patterns.ts';

/** The known pattern that was typed, or -1: the same one, its words in another order, or the one it is a typing error of. */
export const findPattern = (patterns: Patterns, typed: string): number => {
  for (const form of listForms(typed, patterns.language)) {
    const pattern = findForm(patterns, form);
    if (pattern >= 0) return pattern;
  }
  return -1;
};

const lettersOfShortWord = 5;

/**
 * The normal form, then the forms of what was probably meant: with a letter that was held too long (`mugg`, `bootss`),
 * and a short word as typed, because a rule for plurals can hide a typing error (`drses`). In longer texts the normal form
 * is as good, and more guesses only find other searches. Each is made when it is asked for.
 */
const listForms = function* (typed: string, language: string): Generator<string> {
  const form = normalForm(typed, language);
  if (form !== '') yield form;
  const asTyped = tokenizeWithSpelling(typed, language).map((word) => word.typed);
  const shortened = asTyped.map((word) => word.replace(/(\p{L})\1+$/u, '$1')).join(' ');
  const [only = ''] = asTyped;
  const isShort = asTyped.length === 1 && only.length <= lettersOfShortWord;
  const others = new Set([normalForm(shortened, language), isShort ? only : '']);
  for (const other of others) if (other !== form && other !== '') yield other;
};

const findForm = (patterns: Patterns, form: string): number => {
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
