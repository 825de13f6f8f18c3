import { foldMarks, splitReading } from './skeleton.ts';

/**
 * Words and phrases by language, separated by blanks; `_` joins the words of a phrase. `*` stands for any letters at the
 * beginning or end of a word. A word that means something harmless elsewhere ends in `@` and its language: it counts in
 * shops of that language, and where it has accents also in others if it is written with them.
 */
export type WordLists = Readonly<Record<string, string>>;

/** Bits of the groups that a word or phrase belongs to. */
export type Groups = number;

export type Phrase = { readonly words: readonly string[]; readonly groups: Groups };

type Entry = { readonly text: string; readonly language: string | null };

export type Terms = {
  readonly exact: Map<string, Groups>;
  readonly prefix: Map<string, Groups>;
  readonly suffix: Map<string, Groups>;
  readonly infix: Map<string, Groups>;
  /** By their first word, which may end in `*`. */
  readonly phrases: Map<string, Phrase[]>;
  /** Words that count as they are written, with accents. */
  readonly accented: Map<string, Groups>;
};

export const createTerms = (): Terms => ({
  exact: new Map(),
  prefix: new Map(),
  suffix: new Map(),
  infix: new Map(),
  phrases: new Map(),
  accented: new Map(),
});

const addTo = (map: Map<string, Groups>, word: string, groups: Groups): void => {
  map.set(word, (map.get(word) ?? 0) | groups);
};

/** A part of a phrase in folded form: `pre-teen*` is `preteen*`. */
const foldPart = (part: string): string => {
  const word = splitReading(foldMarks(part.toLowerCase())).join('');
  return part.endsWith('*') ? `${word}*` : word;
};

/** Umlauts are also written with an e. */
const listSpellings = (text: string): string[] => {
  const spelt = text.replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter);
  return [...new Set([text, spelt])];
};

const addEntry = (terms: Terms, entry: string, groups: Groups): void => {
  if (entry.includes('_')) {
    const words = entry.split('_').map(foldPart);
    const first = words[0] ?? '';
    terms.phrases.set(first, [...(terms.phrases.get(first) ?? []), { words, groups }]);
    return;
  }
  const [starts, ends] = [entry.startsWith('*'), entry.endsWith('*')];
  const word = splitReading(foldMarks(entry.toLowerCase())).join('');
  if (word === '') return;
  if (starts && ends) addTo(terms.infix, word, groups);
  else if (starts) addTo(terms.suffix, word, groups);
  else if (ends) addTo(terms.prefix, word, groups);
  else addTo(terms.exact, word, groups);
};

const readEntries = (lists: WordLists): Entry[] =>
  Object.values(lists).flatMap((list) =>
    list
      .trim()
      .split(/\s+/)
      .filter((entry) => entry !== '')
      .map((entry) => {
        const [text = '', language = null] = entry.toLowerCase().split('@');
        return { text, language };
      }),
  );

/** Adds what counts in every shop. */
export const addLists = (terms: Terms, lists: WordLists, groups: Groups): void => {
  for (const { text, language } of readEntries(lists))
    if (language === null) for (const spelling of listSpellings(text)) addEntry(terms, spelling, groups);
    else if (foldMarks(text) !== text) addTo(terms.accented, text.normalize('NFC'), groups);
};

/** Adds what counts in shops of one language only. */
export const addOwnWords = (terms: Terms, lists: WordLists, groups: Groups, language: string): void => {
  for (const entry of readEntries(lists))
    if (entry.language === language)
      for (const spelling of listSpellings(entry.text)) addEntry(terms, spelling, groups);
};

export const matchWord = (terms: Terms, word: string): Groups => {
  let groups = terms.exact.get(word) ?? 0;
  for (let end = 2; end <= word.length; end += 1) groups |= terms.prefix.get(word.slice(0, end)) ?? 0;
  for (let start = 0; start < word.length - 1; start += 1) {
    groups |= terms.suffix.get(word.slice(start)) ?? 0;
    for (let end = start + 3; end <= Math.min(word.length, start + longestInfix); end += 1)
      groups |= terms.infix.get(word.slice(start, end)) ?? 0;
  }
  return groups;
};

const longestInfix = 10;

const fits = (pattern: string, word: string | undefined): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : pattern === word);

export const listPhrasesFrom = (terms: Terms, word: string): Phrase[] => {
  const found = [...(terms.phrases.get(word) ?? [])];
  for (let end = 2; end <= word.length; end += 1)
    found.push(...(terms.phrases.get(`${word.slice(0, end)}*`) ?? []));
  return found;
};

export const fitsAt = ({ words: patterns }: Phrase, words: readonly string[], at: number): boolean =>
  patterns.every((pattern, place) => fits(pattern, words[at + place]));
