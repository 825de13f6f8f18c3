import { editDistance } from '../../../domain/edit-distance.ts';
import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { findMostPopular, type Patterns } from './patterns.ts';
import { contentWords } from './content-words.ts';

/** The known pattern that a typed one means, or -1: itself, its words in another order, or a misspelling of it. */
export const findPattern = (patterns: Patterns, typed: string): number => {
  const form = normalForm(typed, patterns.language);
  if (form === '') return -1;
  const itself = patterns.forms.find(form);
  if (itself >= 0) return itself;
  const reordered = findMostPopular(patterns, patterns.byWordOrder(wordOrderKey(form, patterns.language)));
  return reordered >= 0 ? reordered : corrected(patterns, form);
};

/** `gold case` is no misspelt `cold case` where gold and case are known: then blanks may differ and nothing else. */
const corrected = (patterns: Patterns, form: string): number => {
  const nearest = patterns.nearestForms(form).filter((pattern) => {
    const known = patterns.forms.at(pattern);
    // Nobody types the first letter wrong often: where nobody searches for it, `camper` is no `pamper`.
    if (known[0] !== form[0] && (patterns.popularity[pattern] ?? 0) === 0) return false;
    return isSlip(form.split(' '), known.split(' '));
  });
  if (nearest.length === 0 || !areAllKnown(patterns, form)) return findMostPopular(patterns, nearest);
  const solid = form.replaceAll(' ', '');
  return findMostPopular(
    patterns,
    nearest.filter((pattern) => patterns.forms.at(pattern).replaceAll(' ', '') === solid),
  );
};

/** Two edits in one short word make another word of it: `running shoe` is no `running short`. */
const isSlip = (typed: readonly string[], known: readonly string[]): boolean =>
  typed.length !== known.length ||
  typed.every((word, at) => {
    const most = word.length < lettersOfTwoSlips ? 1 : 2;
    return editDistance(word, known[at] ?? '', most) <= most;
  });

const lettersOfTwoSlips = 8;

const areAllKnown = ({ byWord }: Patterns, form: string): boolean =>
  [...contentWords(form)].every((word) => byWord(word).length > 0);
