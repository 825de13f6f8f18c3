import type { Pattern } from './behaviour.ts';
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
  groupsPerPattern: 16,
  /** Patterns that are answered, most alike and most popular first. */
  answered: 150,
} as const;

/** `patterns` without those nobody searched. */
export const createTermIndex = (patterns: readonly Pattern[]): TermIndex => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const byId = new Map(popular.map((pattern) => [pattern.id, pattern]));
  const words = postingsOf(popular, (pattern) => new Set(pattern.words));
  const letters = createLetterIndex(popular);
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
    byLetters: letters,
  };
};

export const letterGroups = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

/** Letter groups are kept as numbers: to cut them anew for each comparison took most of the time. */
const createLetterIndex = (popular: readonly Pattern[]): TermIndex['byLetters'] => {
  const numbers = createDictionary();
  const groupsOf = new Map(
    popular.map(({ id, key }) => [id, Uint32Array.from(letterGroups(key), (group) => numbers.add(group))]),
  );
  const postings = postingsOf(popular, ({ id }) => groupsOf.get(id) ?? []);
  return (key) => {
    const groups = letterGroups(key);
    const known = [...groups].flatMap((group) => numbers.find(group) ?? []);
    const rarest = known
      .sort((a, b) => postings.size(a) - postings.size(b))
      .slice(0, termIndexDefaults.groupsPerPattern);
    const shared = most([...shareOf(rarest, postings.of, () => 1)], ([, common]) => common);
    const asked = new Set(known);
    return new Map(shared.map(([id]) => [id, likeness(asked, groups.size, groupsOf.get(id) ?? [])]));
  };
};

/** Shared over all (Jaccard). `size` counts the groups that no pattern has, too. */
const likeness = (asked: ReadonlySet<number>, size: number, other: ArrayLike<number>): number => {
  let common = 0;
  for (let index = 0; index < other.length; index++) if (asked.has(other[index] ?? -1)) common++;
  return common / (size + other.length - common);
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
const postingsOf = <Term>(popular: readonly Pattern[], termsOf: (pattern: Pattern) => Iterable<Term>) => {
  const lists = new Map<Term, number[]>();
  const sizes = new Map<Term, number>();
  for (const pattern of popular)
    for (const term of termsOf(pattern)) {
      const list = lists.get(term);
      sizes.set(term, (sizes.get(term) ?? 0) + 1);
      if (list === undefined) lists.set(term, [pattern.id]);
      else if (list.length < termIndexDefaults.postingsPerTerm) list.push(pattern.id);
    }
  return {
    of: (term: Term): readonly number[] => lists.get(term) ?? [],
    size: (term: Term): number => sizes.get(term) ?? 0,
  };
};

const shareOf = <Term>(
  terms: Iterable<Term>,
  postings: (term: Term) => readonly number[],
  weight: (term: Term) => number,
): Map<number, number> => {
  const shared = new Map<number, number>();
  for (const term of terms) {
    const value = weight(term);
    for (const id of postings(term)) shared.set(id, (shared.get(id) ?? 0) + value);
  }
  return shared;
};
