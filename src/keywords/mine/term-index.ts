import type { Pattern } from './behaviour.ts';

/** Which patterns are written like this one? By shared words, and by shared groups of three letters. */
export type TermIndex = {
  /** Similarity 0 to 1 by words; rare words count more. */
  byWords(words: readonly string[]): Map<number, number>;
  /** Similarity 0 to 1 by letters: finds typos and compounds. */
  byLetters(key: string): Map<number, number>;
};

export const termIndexDefaults = {
  /** Patterns looked at for one word or letter group, most popular first: the bound on one answer's work. */
  postingsPerTerm: 2_000,
  /** Letter groups looked at for one pattern, rarest first. */
  groupsPerPattern: 24,
} as const;

/** `patterns` without those nobody searched. */
export const createTermIndex = (patterns: readonly Pattern[]): TermIndex => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const words = postingsOf(popular, (pattern) => new Set(pattern.words));
  const groups = postingsOf(popular, (pattern) => letterGroups(pattern.key));
  const rarity = (word: string): number => Math.log(1 + popular.length / Math.max(1, words.size(word)));
  const weightOf = new Map(
    popular.map((pattern) => [pattern.id, sum([...new Set(pattern.words)].map(rarity))]),
  );
  const groupCount = new Map(popular.map((pattern) => [pattern.id, letterGroups(pattern.key).size]));
  return {
    byWords(asked) {
      const distinct = [...new Set(asked)];
      const own = sum(distinct.map(rarity));
      const shared = shareOf(distinct, words.of, rarity);
      return ratios(shared, own, weightOf);
    },
    byLetters(key) {
      const asked = [...letterGroups(key)];
      const rarest = asked
        .sort((a, b) => groups.size(a) - groups.size(b))
        .slice(0, termIndexDefaults.groupsPerPattern);
      return ratios(
        shareOf(rarest, groups.of, () => 1),
        rarest.length,
        groupCount,
      );
    },
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export const letterGroups = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

/** How often a term stands in all patterns is known even where its list was cut. */
const postingsOf = (popular: readonly Pattern[], termsOf: (pattern: Pattern) => ReadonlySet<string>) => {
  const lists = new Map<string, number[]>();
  const sizes = new Map<string, number>();
  for (const pattern of popular)
    for (const term of termsOf(pattern)) {
      const list = lists.get(term);
      sizes.set(term, (sizes.get(term) ?? 0) + 1);
      if (list === undefined) lists.set(term, [pattern.id]);
      else if (list.length < termIndexDefaults.postingsPerTerm) list.push(pattern.id);
    }
  return {
    of: (term: string): readonly number[] => lists.get(term) ?? [],
    size: (term: string): number => sizes.get(term) ?? 0,
  };
};

const shareOf = (
  terms: readonly string[],
  postings: (term: string) => readonly number[],
  weight: (term: string) => number,
): Map<number, number> => {
  const shared = new Map<number, number>();
  for (const term of terms) {
    const value = weight(term);
    for (const id of postings(term)) shared.set(id, (shared.get(id) ?? 0) + value);
  }
  return shared;
};

/** Shared weight over the weight of both together (Jaccard). */
const ratios = (
  shared: Map<number, number>,
  own: number,
  weightOf: ReadonlyMap<number, number>,
): Map<number, number> => {
  for (const [id, value] of shared) shared.set(id, value / (own + (weightOf.get(id) ?? 0) - value));
  return shared;
};
