/**
 * Texts by their words. Words are numbers, and a text is its position, because tens of thousands of texts are each
 * compared with hundreds. `perWord`: texts read for one word of a query, the first ones; it bounds the work.
 */
export const createWordIndex = (texts: readonly (readonly string[])[], perWord: number) => {
  const ids = createDictionary();
  const words = texts.map((each) => Uint32Array.from(new Set(each), (word) => ids.add(word)));
  const uses = new Float64Array(ids.size);
  for (const own of words) for (const word of own) uses[word] = (uses[word] ?? 0) + 1;
  const rarities = uses.map((count) => Math.log(1 + texts.length / count));
  const unknownRarity = Math.log(1 + texts.length);
  const totals = Float64Array.from(words, (own) =>
    own.reduce((total, word) => total + (rarities[word] ?? 0), 0),
  );
  const byWord = groupPositions(words, perWord);
  return {
    query: (given: readonly string[]) => {
      const known = [...new Set(given)].map((word) => ids.find(word) ?? -1);
      const total = known.reduce((sum, word) => sum + (rarities[word] ?? unknownRarity), 0);
      return {
        /** Of texts that share a word with the query. */
        positions: new Set(known.flatMap((word) => byWord.get(word) ?? [])),
        /** Jaccard similarity of the words, weighted by rarity, and whether the text is the query plus more words. */
        compare: (position: number) => {
          const own = words[position] ?? new Uint32Array(0);
          const shared = known.filter((word) => own.includes(word));
          const common = shared.reduce((sum, word) => sum + (rarities[word] ?? 0), 0);
          const overlap = common === 0 ? 0 : common / (total + (totals[position] ?? 0) - common);
          return { overlap, contains: shared.length === known.length && own.length > shared.length };
        },
      };
    },
  };
};

/** The first `limit` positions of each key. */
export const groupPositions = <K>(
  keysByPosition: readonly Iterable<K>[],
  limit: number,
): Map<K, number[]> => {
  const groups = new Map<K, number[]>();
  for (const [position, keys] of keysByPosition.entries())
    for (const key of keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [position]);
      else if (group.length < limit) group.push(position);
    }
  return groups;
};

/** Maps texts to small integers, so that a million events fit into typed arrays. */
export type Dictionary = {
  readonly size: number;
  add(text: string): number;
  find(text: string): number | undefined;
  getText(id: number): string;
};

export const createDictionary = (): Dictionary => {
  const ids = new Map<string, number>();
  const texts: string[] = [];
  return {
    get size() {
      return texts.length;
    },
    add(text) {
      const known = ids.get(text);
      if (known !== undefined) return known;
      ids.set(text, texts.length);
      return texts.push(text) - 1;
    },
    find: (text) => ids.get(text),
    getText: (id) => texts[id] ?? '',
  };
};

/** The items with the highest scores, best first. Only those above the score of the last are compared one by one. */
export const takeHighest = <T extends { readonly score: number }>(
  items: readonly T[],
  limit: number,
  compareTies: (a: T, b: T) => number,
): T[] => {
  const scores = Float64Array.from(items, ({ score }) => score).sort();
  const lowest = scores[items.length - limit] ?? -Infinity;
  return items
    .filter(({ score }) => score >= lowest)
    .sort((a, b) => b.score - a.score || compareTies(a, b))
    .slice(0, limit);
};
