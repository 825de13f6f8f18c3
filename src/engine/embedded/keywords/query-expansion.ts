import { editDistance } from '../../../domain/edit-distance.ts';
import type { Patterns } from './patterns.ts';
import { hasEnoughLetters } from './content-words.ts';

export const wordDefaults = {
  /** A word of so many letters may be one slip away from another, a longer one two. */
  lettersForOneTypo: 6,
  lettersForTwoTypos: 10,
  /** A known word that an unknown one begins with: so many letters, and this share of all of them. */
  lettersOfStem: 6,
  shareOfStem: 0.6,
  /** What a compound is made of, at least. */
  lettersOfBeginning: 3,
  lettersOfEnd: 4,
} as const;

/** Languages that write compounds as one word. */
const compounding = new Set(['de', 'hu', 'nl', 'sv', 'da', 'nb', 'no', 'fi']);

/** A word, and whether it may lead to a pattern by itself, or only speak for one that another word led to. */
export type ResolvedWord = { readonly word: string; readonly retrieves: boolean };

/**
 * What a word of an unknown pattern means: itself; what is left without its number (`iphone4`); its
 * stem (`comforters`, `comfort`); the end of a compound
 * (`Schlafsofa`, `Sofa`); or the word it is a slip of. A slip of a word that shoppers never search for leads
 * nowhere by itself: in a shop without chests, `chest` would be `chess`.
 */
export const resolveWord = (patterns: Patterns, word: string): ResolvedWord => {
  const isKnown = (text: string): boolean => patterns.byWord(text).length > 0;
  const spoken = hasEnoughLetters(word);
  if (!spoken || isKnown(word)) return { word, retrieves: spoken };
  const part = lettersOf(word, isKnown) ?? stemOf(word, isKnown) ?? headOf(word, patterns.language, isKnown);
  if (part !== null) return { word: part, retrieves: true };
  const slip = slipOf(patterns, word);
  return { word: slip ?? word, retrieves: slip !== null && isSearched(patterns, slip) };
};

/** The first pattern of a word is the one most searched for. */
const isSearched = ({ byWord, popularity }: Patterns, word: string): boolean =>
  (popularity[byWord(word)[0] ?? -1] ?? 0) > 0;

type IsKnown = (text: string) => boolean;

const lettersOf = (word: string, isKnown: IsKnown): string | null => {
  const letters = /^(\p{L}{3,})\d+$/u.exec(word)?.[1] ?? '';
  return isKnown(letters) ? letters : null;
};

const stemOf = (word: string, isKnown: IsKnown): string | null => {
  const { lettersOfStem, shareOfStem } = wordDefaults;
  for (
    let length = word.length - 1;
    length >= Math.max(lettersOfStem, word.length * shareOfStem);
    length -= 1
  )
    if (isKnown(word.slice(0, length))) return word.slice(0, length);
  return null;
};

const headOf = (word: string, language: string, isKnown: IsKnown): string | null => {
  const { lettersOfBeginning, lettersOfEnd } = wordDefaults;
  if (!compounding.has(language.split('-', 1)[0]?.toLowerCase() ?? '')) return null;
  for (let at = lettersOfBeginning; at <= word.length - lettersOfEnd; at += 1)
    if (isKnown(word.slice(at))) return word.slice(at);
  return null;
};

/** Nobody types the first letter wrong often. Of several the most used. */
const slipOf = ({ nearestWords, words, byWord }: Patterns, word: string): string | null => {
  const { lettersForOneTypo: lettersOfSlip, lettersForTwoTypos: lettersOfTwoSlips } = wordDefaults;
  if (word.length < lettersOfSlip) return null;
  const most = word.length < lettersOfTwoSlips ? 1 : 2;
  return nearestWords(word)
    .map((each) => words.at(each))
    .filter((each) => each[0] === word[0] && editDistance(each, word, most) <= most)
    .reduce<string | null>(
      (best, each) => (best === null || byWord(each).length > byWord(best).length ? each : best),
      null,
    );
};
