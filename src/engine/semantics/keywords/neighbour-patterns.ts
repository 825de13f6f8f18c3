import { normalForm } from '../../../domain/normal-form.ts';
import { computeRarity, contentWords, findMostPopular, type Patterns } from './patterns.ts';
import { resolveWord } from './query-expansion.ts';

/** Limits on the work for one answer, whatever the size of the version. */
export const neighbourDefaults = {
  /** Patterns looked at for one word, most popular first. */
  perWord: 2_000,
  /** Words of the typed pattern that are looked at. */
  words: 12,
  /** Neighbours whose suggestions are used; up to the maximum until there are enough suggestions. */
  neighbours: 8,
  maximumNeighbours: 40,
  enoughSuggestions: 12,
  /** With fewer suggestions than this, suggestions of suggestions are added. */
  fewSuggestions: 5,
  /** Patterns looked at that start with what was typed. */
  completions: 2_000,
  lettersToComplete: 1,
} as const;

/** A pattern that shares words with the typed one; `likeness` from 0 to 1. */
export type Neighbour = { readonly pattern: number; readonly likeness: number };

/**
 * The patterns most like an unknown one, best first. Likeness is the rarity of the shared words divided by the rarity
 * of all words of both (a weighted Jaccard index). An unknown word is replaced by the known one it stands for. When no
 * word retrieves to a pattern, those that start with what was typed are taken.
 */
export const createNeighbourSearch = (patterns: Patterns): ((typed: string) => Neighbour[]) => {
  const shared = new Float32Array(patterns.forms.size);
  // Of patterns that are equally alike, the popular ones come first.
  const priority = (pattern: number, likeness: number): number =>
    likeness * (1 + patterns.relativePopularity(pattern));
  return (typed) => {
    const form = normalForm(typed, patterns.language);
    const words = knownWords(patterns, form);
    const touched = addRarity(words, shared);
    const ownRarity = words.reduce((sum, { rarity }) => sum + rarity, 0);
    const best = createTopList(neighbourDefaults.maximumNeighbours);
    for (const pattern of touched) {
      const common = shared[pattern] ?? 0;
      shared[pattern] = 0;
      const likeness = common / (ownRarity + (patterns.rarity[pattern] ?? 0) - common);
      best.offer(pattern, likeness, priority(pattern, likeness));
    }
    if (touched.length === 0)
      for (const { pattern, likeness } of findCompletions(patterns, form))
        best.offer(pattern, likeness, priority(pattern, likeness));
    return best.list();
  };
};

/** The best of thousands, best first. One comparison rejects most of them. */
const createTopList = (most: number) => {
  const entries: (Neighbour & { readonly priority: number })[] = [];
  return {
    offer(pattern: number, likeness: number, priority: number): void {
      const last = entries.at(-1);
      if (entries.length >= most && last !== undefined && priority <= last.priority) return;
      const at = entries.findIndex((each) => each.priority < priority);
      entries.splice(at < 0 ? entries.length : at, 0, { pattern, likeness, priority });
      if (entries.length > most) entries.pop();
    },
    list: (): Neighbour[] => entries,
  };
};

type KnownWord = {
  readonly patternNumbers: ArrayLike<number>;
  readonly rarity: number;
  readonly retrieves: boolean;
};

/** Words that retrieve come first: the others only add to patterns that these have retrieved. */
const knownWords = (patterns: Patterns, form: string): KnownWord[] =>
  [...contentWords(form)]
    .slice(0, neighbourDefaults.words)
    .map((word) => resolveWord(patterns, word))
    .map(({ word, retrieves }) => {
      const patternNumbers = patterns.byWord(word);
      return { patternNumbers, rarity: computeRarity(patternNumbers.length, patterns.forms.size), retrieves };
    })
    .sort((a, b) => Number(b.retrieves) - Number(a.retrieves) || b.rarity - a.rarity);

/** Adds the rarity of each word to the patterns that contain it; returns the patterns that were retrieved. */
const addRarity = (words: readonly KnownWord[], shared: Float32Array): number[] => {
  const touched: number[] = [];
  for (const { patternNumbers, rarity, retrieves } of words) {
    const end = Math.min(patternNumbers.length, neighbourDefaults.perWord);
    for (let at = 0; at < end; at += 1) {
      const pattern = patternNumbers[at] ?? 0;
      const before = shared[pattern] ?? 0;
      if (before === 0 && !retrieves) continue;
      if (before === 0) touched.push(pattern);
      shared[pattern] = before + rarity;
    }
  }
  return touched;
};

/** `lapt` is completed to `laptop`. */
const findCompletions = ({ forms }: Patterns, form: string): Neighbour[] => {
  const completions: Neighbour[] = [];
  if (form.length < neighbourDefaults.lettersToComplete) return completions;
  const start = forms.lowerBound(form);
  for (let at = start; at < Math.min(forms.size, start + neighbourDefaults.completions); at += 1) {
    const known = forms.at(at);
    if (!known.startsWith(form)) break;
    completions.push({ pattern: at, likeness: form.length / known.length });
  }
  return completions;
};

/** The most alike neighbour; of several the most popular. */
export const findClosest = (patterns: Patterns, neighbours: readonly Neighbour[]): number => {
  const most = Math.max(0, ...neighbours.map(({ likeness }) => likeness));
  return findMostPopular(
    patterns,
    neighbours.filter(({ likeness }) => likeness === most).map(({ pattern }) => pattern),
  );
};
