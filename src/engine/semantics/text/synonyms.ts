import { tokenize } from '../../../domain/normal-form.ts';

/** The synonyms of a website. */
export type Synonyms = {
  /** Synonyms of these words, each as a list of words. */
  alternatives(words: readonly string[]): readonly (readonly string[])[];
  /** Words of the longest entry, at least two: so many adjacent words are looked up together. */
  readonly longestEntry: number;
};

export const createSynonyms = (groups: readonly (readonly string[])[], language: string): Synonyms => {
  const others = new Map<string, string[][]>();
  let longestEntry = 2;
  for (const group of groups) {
    const entries = distinct(
      group.map((text) => tokenize(text, language)).filter((words) => words.length > 0),
    );
    for (const entry of entries) {
      const key = entry.join(' ');
      others.set(key, [...(others.get(key) ?? []), ...entries.filter((other) => other !== entry)]);
      longestEntry = Math.max(longestEntry, entry.length);
    }
  }
  return { alternatives: (words) => others.get(words.join(' ')) ?? [], longestEntry };
};

/** `sofas` and `Sofa` are one entry. */
const distinct = (entries: readonly string[][]): string[][] => [
  ...new Map(entries.map((words) => [words.join(' '), words])).values(),
];
