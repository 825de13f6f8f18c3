import type { Pattern } from './behaviour.ts';
import { nthLargest } from '../relate/nth-largest.ts';
import { createDictionary } from './dictionary.ts';

/** Which patterns are written like this one? By shared words, and by shared groups of three letters. */
export type TermIndex = {
  /** Similarity 0 to 1 by words; rare words count more. */
  byWords(words: readonly string[]): Map<number, number>;
  /** Similarity 0 to 1 by letters: finds typos and compounds. */
  byLetters(key: string): Map<number, number>;
};

/** The bounds on one answer's work, whatever the size of the log. */
export const termIndexDefaults = {
  /** Patterns looked at for one word or letter group, most popular first. */
  postingsPerTerm: 1_000,
  /** Letter groups looked at for one pattern, rarest first. */
  trigramsPerPattern: 16,
  /** Patterns that are answered, most alike and most popular first. */
  resultLimit: 150,
} as const;

/**
 * `patterns` without those nobody searched. Inside, a pattern is its place by popularity: equal ones are then in
 * the right order by themselves, and what is counted for them lies in one array.
 */
export const createTermIndex = (patterns: readonly Pattern[]): TermIndex => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  return { byWords: createWordIndex(popular), byLetters: createLetterIndex(popular) };
};

const createWordIndex = (popular: readonly Pattern[]): TermIndex['byWords'] => {
  const numbers = createDictionary();
  const words = popular.map((pattern) =>
    Uint32Array.from(new Set(pattern.words), (word) => numbers.add(word)),
  );
  const postings = postingsOf(words, numbers.size);
  const rarity = (word: number): number => Math.log(1 + popular.length / Math.max(1, postings.size(word)));
  const unknown = Math.log(1 + popular.length);
  const total = Float64Array.from(words, (own) => own.reduce((sum, word) => sum + rarity(word), 0));
  const renown = Float64Array.from(popular, ({ popularity }) => Math.log1p(popularity));
  const shared = createCounter(popular.length);
  return (asked) => {
    const known = [...new Set(asked)].map((word) => numbers.find(word));
    const own = known.reduce<number>((sum, word) => sum + (word === undefined ? unknown : rarity(word)), 0);
    for (const word of known)
      if (word !== undefined) for (const place of postings.of(word)) shared.add(place, rarity(word));
    const similar = shared
      .take()
      .map(([place, common]): Found => [place, common / (own + (total[place] ?? 0) - common)]);
    const best = mostOf(similar, ([place, similarity]) => similarity * (renown[place] ?? 0));
    return new Map(best.map(([place, similarity]) => [popular[place]?.id ?? -1, similarity]));
  };
};

export const toTrigrams = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

const createLetterIndex = (popular: readonly Pattern[]): TermIndex['byLetters'] => {
  const numbers = createDictionary();
  const groupsOf = popular.map(({ key }) => Uint32Array.from(toTrigrams(key), (group) => numbers.add(group)));
  const postings = postingsOf(groupsOf, numbers.size);
  const shared = createCounter(popular.length);
  return (key) => {
    const groups = toTrigrams(key);
    const known = [...groups].flatMap((group) => numbers.find(group) ?? []);
    const rarest = known
      .sort((a, b) => postings.size(a) - postings.size(b))
      .slice(0, termIndexDefaults.trigramsPerPattern);
    for (const group of rarest) for (const place of postings.of(group)) shared.add(place, 1);
    const asked = new Set(known);
    const likest = mostOf(shared.take(), ([, common]) => common);
    return new Map(
      likest.map(([place]) => [
        popular[place]?.id ?? -1,
        likeness(asked, groups.size, groupsOf[place] ?? new Uint32Array(0)),
      ]),
    );
  };
};

/** Shared over all (Jaccard). `size` counts the groups that no pattern has, too. */
const likeness = (asked: ReadonlySet<number>, size: number, other: Uint32Array): number => {
  let common = 0;
  for (const group of other) if (asked.has(group)) common++;
  return common / (size + other.length - common);
};

type Found = readonly [place: number, value: number];

/** Adds up values for places in one array, which is used again for the next question. */
const createCounter = (size: number) => {
  const values = new Float64Array(size);
  let touched: number[] = [];
  return {
    add(place: number, value: number): void {
      if (values[place] === 0) touched.push(place);
      values[place] = (values[place] ?? 0) + value;
    },
    take(): Found[] {
      const found = touched.map((place): Found => [place, values[place] ?? 0]);
      for (const place of touched) values[place] = 0;
      touched = [];
      return found;
    },
  };
};

/** The best of them; equal ones by popularity. Sorting is left to those that can be among the best. */
const mostOf = (found: readonly Found[], worth: (found: Found) => number): Found[] => {
  const { resultLimit: answered } = termIndexDefaults;
  const worths = found.map(worth);
  const least = found.length > answered ? nthLargest(Float64Array.from(worths), answered) : -1;
  const best: { item: Found; value: number }[] = [];
  for (const [index, item] of found.entries()) {
    const value = worths[index] ?? 0;
    if (value >= least) best.push({ item, value });
  }
  return best
    .sort((a, b) => b.value - a.value || a.item[0] - b.item[0])
    .slice(0, answered)
    .map(({ item }) => item);
};

/** Places by term, most popular first. How often a term stands in all is known even where its list was cut. */
const postingsOf = (terms: readonly Uint32Array[], count: number) => {
  const sizes = new Uint32Array(count);
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const [place, own] of terms.entries())
    for (const term of own) {
      sizes[term] = (sizes[term] ?? 0) + 1;
      if ((sizes[term] ?? 0) <= termIndexDefaults.postingsPerTerm) lists[term]?.push(place);
    }
  return {
    of: (term: number): readonly number[] => lists[term] ?? [],
    size: (term: number): number => sizes[term] ?? 0,
  };
};
