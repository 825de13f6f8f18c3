import { normalForm } from '../../../domain/normal-form.ts';
import { rarityOf } from './keyword-writer.ts';
import { mostPopular, type Patterns } from './patterns.ts';
import { isSpoken, tellingWords } from './telling-words.ts';

/** The bounds on one answer's work, whatever the size of the version. */
export const walkDefaults = {
  /** Patterns looked at for one word, most searched first. */
  perWord: 2_000,
  /** Words of what was typed that are looked at. */
  words: 12,
  /** Patterns that are walked on from. */
  neighbours: 12,
  /** Patterns looked at that begin with what was typed. */
  completions: 2_000,
  lettersToComplete: 1,
  /** What a word may be made of: parts of so many letters, and of this share of all its letters. */
  partLetters: 4,
  partShare: 0.55,
} as const;

/** A pattern that has to do with what was typed, 0 to 1. */
export type Neighbour = { readonly pattern: number; readonly likeness: number };

/**
 * Who is near a pattern that nobody knows? From its words to the patterns that carry them, most alike first; a word
 * that nobody knows is taken for the nearest that is, and what was half typed for what begins so.
 */
export const createWalk = (patterns: Patterns): ((typed: string) => Neighbour[]) => {
  const shared = new Float32Array(patterns.forms.size);
  // Among those that are alike, what many search for stands first.
  const worth = ({ pattern, likeness }: Neighbour): number => likeness * (1 + patterns.renown(pattern));
  return (typed) => {
    const form = normalForm(typed, patterns.language);
    const words = knownWords(patterns, form);
    const touched = share(words, shared);
    const own = words.reduce((sum, { rarity }) => sum + rarity, 0);
    const found = touched.map((pattern) => {
      const common = shared[pattern] ?? 0;
      shared[pattern] = 0;
      return { pattern, likeness: common / (own + (patterns.rarity[pattern] ?? 0) - common) };
    });
    const near = found.length > 0 ? found : completionsOf(patterns, form);
    return near
      .sort((a, b) => worth(b) - worth(a) || a.pattern - b.pattern)
      .slice(0, walkDefaults.neighbours);
  };
};

type KnownWord = { readonly among: Uint32Array; readonly rarity: number; readonly spoken: boolean };

/** Spoken words first: numbers only tell apart what these have found. */
const knownWords = (patterns: Patterns, form: string): KnownWord[] =>
  [...tellingWords(form)]
    .slice(0, walkDefaults.words)
    .map((word) => knownWord(patterns, word))
    .sort((a, b) => Number(b.spoken) - Number(a.spoken) || b.rarity - a.rarity);

const knownWord = (patterns: Patterns, word: string): KnownWord => {
  const among = patterns.byWord(word);
  const spoken = isSpoken(word);
  const meant = among.length > 0 || !spoken ? among : nearestWord(patterns, word);
  return { among: meant, rarity: rarityOf(meant.length, patterns.forms.size), spoken };
};

/** The most used of those that are spelt almost like it; or the word it is made of: `disneyland`, `bookcases`. */
const nearestWord = ({ nearestWords, words, byWord }: Patterns, word: string): Uint32Array => {
  const near = nearestWords(word)
    .map((each) => byWord(words.at(each)))
    .reduce((most, among) => (among.length > most.length ? among : most), nobody);
  if (near.length > 0) return near;
  for (const part of partsOf(word)) if (byWord(part).length > 0) return byWord(part);
  return nobody;
};

const nobody = new Uint32Array(0);

/** Beginnings and ends that could be words of their own, longest first. */
const partsOf = (word: string): string[] => {
  const { partLetters, partShare } = walkDefaults;
  const parts: string[] = [];
  for (let length = word.length - 2; length >= Math.max(partLetters, word.length * partShare); length -= 1)
    parts.push(word.slice(0, length), word.slice(-length));
  return parts;
};

/** Adds what each word tells to the patterns that carry it; returns those that were reached. */
const share = (words: readonly KnownWord[], shared: Float32Array): number[] => {
  const touched: number[] = [];
  for (const { among, rarity, spoken } of words) {
    const end = Math.min(among.length, walkDefaults.perWord);
    for (let at = 0; at < end; at += 1) {
      const pattern = among[at] ?? 0;
      const before = shared[pattern] ?? 0;
      if (before === 0 && !spoken) continue;
      if (before === 0) touched.push(pattern);
      shared[pattern] = before + rarity;
    }
  }
  return touched;
};

/** `lapt` is on its way to `laptop`. */
const completionsOf = ({ forms }: Patterns, form: string): Neighbour[] => {
  const found: Neighbour[] = [];
  if (form.length < walkDefaults.lettersToComplete) return found;
  const start = forms.lowerBound(form);
  for (let at = start; at < Math.min(forms.size, start + walkDefaults.completions); at += 1) {
    const known = forms.at(at);
    if (!known.startsWith(form)) break;
    found.push({ pattern: at, likeness: form.length / known.length });
  }
  return found;
};

/** The one that speaks best for what was typed. */
export const bestOf = (patterns: Patterns, neighbours: readonly Neighbour[]): number => {
  const most = Math.max(0, ...neighbours.map(({ likeness }) => likeness));
  return mostPopular(
    patterns,
    neighbours.filter(({ likeness }) => likeness === most).map(({ pattern }) => pattern),
  );
};
