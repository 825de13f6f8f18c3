import { editDistance } from '../../../domain/edit-distance.ts';
import { listCompoundEnds } from '../../../domain/normal-form.ts';
import { hasEnoughLetters, type Patterns } from './patterns.ts';

const wordDefaults = {
  /** From so many letters on, a word may be one edit, or two edits, away from the word that was meant. */
  lettersForOneTypo: 6,
  lettersForTwoTypos: 10,
  /** A stem is a known word that the unknown one starts with: at least so many letters, and this share of them. */
  lettersOfStem: 6,
  shareOfStem: 0.6,
} as const;

/**
 * A word to look up. `retrieves`: patterns that contain it become candidates. Otherwise it only adds to the score of
 * candidates that another word retrieved.
 */
export type ResolvedWord = { readonly word: string; readonly retrieves: boolean };

/**
 * The known word that a word of an unknown pattern stands for: itself; the word without its number (`iphone4`); its
 * stem (`comforters`, `comfort`); the end of a compound (`Schlafsofa`, `Sofa`); or the word it is a typing error of. A
 * correction to a word that shoppers never search for does not retrieve: in a shop without chests, `chest` would
 * become `chess`.
 */
export const resolveWord = (patterns: Patterns, word: string): ResolvedWord => {
  const isKnown = (text: string): boolean => patterns.byWord(text).length > 0;
  const canBeLookedUp = hasEnoughLetters(word);
  if (!canBeLookedUp || isKnown(word)) return { word, retrieves: canBeLookedUp };
  const knownPart =
    stripNumber(word, isKnown) ??
    findStem(word, isKnown) ??
    listCompoundEnds(word, patterns.language).find(isKnown);
  if (knownPart !== undefined) return { word: knownPart, retrieves: true };
  const correction = findTypo(patterns, word);
  return { word: correction ?? word, retrieves: correction !== null && isSearched(patterns, correction) };
};

/** The first pattern of a word is the one most searched for. */
const isSearched = ({ byWord, popularity }: Patterns, word: string): boolean =>
  (popularity[byWord(word)[0] ?? -1] ?? 0) > 0;

type IsKnown = (text: string) => boolean;

const stripNumber = (word: string, isKnown: IsKnown): string | null => {
  const letters = /^(\p{L}{3,})\d+$/u.exec(word)?.[1] ?? '';
  return isKnown(letters) ? letters : null;
};

const findStem = (word: string, isKnown: IsKnown): string | null => {
  const { lettersOfStem, shareOfStem } = wordDefaults;
  for (
    let length = word.length - 1;
    length >= Math.max(lettersOfStem, word.length * shareOfStem);
    length -= 1
  )
    if (isKnown(word.slice(0, length))) return word.slice(0, length);
  return null;
};

/** The first letter must agree: it is rarely typed wrong. Of several corrections the one in most patterns. */
const findTypo = ({ nearestWords, words, byWord }: Patterns, word: string): string | null => {
  const { lettersForOneTypo: lettersOfSlip, lettersForTwoTypos: lettersOfTwoSlips } = wordDefaults;
  if (word.length < lettersOfSlip) return null;
  const maximumEdits = word.length < lettersOfTwoSlips ? 1 : 2;
  return nearestWords(word)
    .map((each) => words.at(each))
    .filter((each) => each[0] === word[0] && editDistance(each, word, maximumEdits) <= maximumEdits)
    .reduce<string | null>(
      (best, each) => (best === null || byWord(each).length > byWord(best).length ? each : best),
      null,
    );
};
