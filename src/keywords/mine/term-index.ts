import type { Pattern } from './behaviour.ts';

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
  groupsPerPattern: 16,
  /** Patterns that are answered, most alike and most popular first. */
  answered: 150,
} as const;

/** `patterns` without those nobody searched. */
export const createTermIndex = (patterns: readonly Pattern[]): TermIndex => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const byId = new Map(popular.map((pattern) => [pattern.id, pattern]));
  const words = postingsOf(popular, (pattern) => new Set(pattern.words));
  const groups = postingsOf(popular, (pattern) => letterGroups(pattern.key));
  const rarity = (word: string): number => Math.log(1 + popular.length / Math.max(1, words.size(word)));
  const rarityOf = (texts: Iterable<string>): number =>
    [...texts].reduce((sum, word) => sum + rarity(word), 0);
  const renown = (id: number): number => Math.log1p(byId.get(id)?.popularity ?? 0);
  return {
    byWords(asked) {
      const distinct = new Set(asked);
      const own = rarityOf(distinct);
      const shared = shareOf(distinct, words.of, rarity);
      const similar = [...shared].map(([id, common]): [number, number] => {
        const other = rarityOf(new Set(byId.get(id)?.words));
        return [id, common / (own + other - common)];
      });
      return new Map(most(similar, ([id, similarity]) => similarity * renown(id)));
    },
    byLetters(key) {
      const asked = letterGroups(key);
      const rarest = [...asked]
        .sort((a, b) => groups.size(a) - groups.size(b))
        .slice(0, termIndexDefaults.groupsPerPattern);
      const shared = most([...shareOf(rarest, groups.of, () => 1)], ([, common]) => common);
      return new Map(shared.map(([id]) => [id, likeness(asked, letterGroups(byId.get(id)?.key ?? ''))]));
    },
  };
};

export const letterGroups = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

/** Shared over all (Jaccard). */
const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter((group) => other.has(group)).length;
  return common / (one.size + other.size - common);
};

type Found = readonly [id: number, value: number];

/** Equal ones stay in the order they came in, which is by popularity. */
const most = (found: readonly Found[], worth: (found: Found) => number): Found[] =>
  found
    .map((item) => ({ item, value: worth(item) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, termIndexDefaults.answered)
    .map(({ item }) => item);

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
  terms: Iterable<string>,
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
