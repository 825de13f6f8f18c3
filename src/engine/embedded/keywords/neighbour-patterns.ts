import { normalForm } from '../../../domain/normal-form.ts';
import { computeRarity } from './keyword-writer.ts';
import { findMostPopular, type Patterns } from './patterns.ts';
import { resolveWord } from './query-expansion.ts';
import { contentWords } from './content-words.ts';

/** The bounds on one answer's work, whatever the size of the version. */
export const neighbourDefaults = {
  /** Patterns looked at for one word, most searched first. */
  perWord: 2_000,
  /** Words of what was typed that are looked at. */
  words: 12,
  /** Patterns that are walked on from; more of them where these lead to little. */
  neighbours: 8,
  maximumNeighbours: 40,
  enoughSuggestions: 12,
  /** With fewer suggestions than this, the walk goes a step further. */
  fewSuggestions: 5,
  /** Patterns looked at that begin with what was typed. */
  completions: 2_000,
  lettersToComplete: 1,
} as const;

/** A pattern that has to do with what was typed, 0 to 1. */
export type Neighbour = { readonly pattern: number; readonly likeness: number };

/**
 * Who is near a pattern that nobody knows? From its words to the patterns that carry them, most alike first; a word
 * that nobody knows is taken for the nearest that is, and what was half typed for what begins so.
 */
export const createNeighbourSearch = (patterns: Patterns): ((typed: string) => Neighbour[]) => {
  const shared = new Float32Array(patterns.forms.size);
  // Among those that are alike, what many search for stands first.
  const worth = (pattern: number, likeness: number): number =>
    likeness * (1 + patterns.relativePopularity(pattern));
  return (typed) => {
    const form = normalForm(typed, patterns.language);
    const words = knownWords(patterns, form);
    const touched = share(words, shared);
    const own = words.reduce((sum, { rarity }) => sum + rarity, 0);
    const best = createBest(neighbourDefaults.maximumNeighbours);
    for (const pattern of touched) {
      const common = shared[pattern] ?? 0;
      shared[pattern] = 0;
      const likeness = common / (own + (patterns.rarity[pattern] ?? 0) - common);
      best.offer(pattern, likeness, worth(pattern, likeness));
    }
    if (touched.length === 0)
      for (const { pattern, likeness } of completionsOf(patterns, form))
        best.offer(pattern, likeness, worth(pattern, likeness));
    return best.list();
  };
};

/** The best of thousands, best first: most of them are refused by one comparison. */
const createBest = (most: number) => {
  const kept: (Neighbour & { readonly worth: number })[] = [];
  return {
    offer(pattern: number, likeness: number, worth: number): void {
      const last = kept.at(-1);
      if (kept.length >= most && last !== undefined && worth <= last.worth) return;
      const at = kept.findIndex((each) => each.worth < worth);
      kept.splice(at < 0 ? kept.length : at, 0, { pattern, likeness, worth });
      if (kept.length > most) kept.pop();
    },
    list: (): Neighbour[] => kept,
  };
};

type KnownWord = { readonly among: Uint32Array; readonly rarity: number; readonly leads: boolean };

/** Those that lead somewhere first: the others only tell apart what these have found. */
const knownWords = (patterns: Patterns, form: string): KnownWord[] =>
  [...contentWords(form)]
    .slice(0, neighbourDefaults.words)
    .map((word) => resolveWord(patterns, word))
    .map(({ word, retrieves: leads }) => {
      const among = patterns.byWord(word);
      return { among, rarity: computeRarity(among.length, patterns.forms.size), leads };
    })
    .sort((a, b) => Number(b.leads) - Number(a.leads) || b.rarity - a.rarity);

/** Adds what each word tells to the patterns that carry it; returns those that were reached. */
const share = (words: readonly KnownWord[], shared: Float32Array): number[] => {
  const touched: number[] = [];
  for (const { among, rarity, leads } of words) {
    const end = Math.min(among.length, neighbourDefaults.perWord);
    for (let at = 0; at < end; at += 1) {
      const pattern = among[at] ?? 0;
      const before = shared[pattern] ?? 0;
      if (before === 0 && !leads) continue;
      if (before === 0) touched.push(pattern);
      shared[pattern] = before + rarity;
    }
  }
  return touched;
};

/** `lapt` is on its way to `laptop`. */
const completionsOf = ({ forms }: Patterns, form: string): Neighbour[] => {
  const found: Neighbour[] = [];
  if (form.length < neighbourDefaults.lettersToComplete) return found;
  const start = forms.lowerBound(form);
  for (let at = start; at < Math.min(forms.size, start + neighbourDefaults.completions); at += 1) {
    const known = forms.at(at);
    if (!known.startsWith(form)) break;
    found.push({ pattern: at, likeness: form.length / known.length });
  }
  return found;
};

/** The one that speaks best for what was typed. */
export const findClosest = (patterns: Patterns, neighbours: readonly Neighbour[]): number => {
  const most = Math.max(0, ...neighbours.map(({ likeness }) => likeness));
  return findMostPopular(
    patterns,
    neighbours.filter(({ likeness }) => likeness === most).map(({ pattern }) => pattern),
  );
};
