import { tokenize } from '../../../domain/normal-form.ts';

/** What a website says means the same. */
export type Synonyms = {
  /** Other ways to say these words, each as words. */
  alternatives(words: readonly string[]): readonly (readonly string[])[];
  /** Words of the longest entry, at least two: that many neighbours have to be looked at together. */
  readonly longestEntry: number;
};

export const createSynonyms = (groups: readonly (readonly string[])[], language: string): Synonyms => {
  const others = new Map<string, string[][]>();
  let longest = 2;
  for (const group of groups) {
    const entries = distinct(
      group.map((text) => tokenize(text, language)).filter((words) => words.length > 0),
    );
    for (const entry of entries) {
      const key = entry.join(' ');
      others.set(key, [...(others.get(key) ?? []), ...entries.filter((other) => other !== entry)]);
      longest = Math.max(longest, entry.length);
    }
  }
  return { alternatives: (words) => others.get(words.join(' ')) ?? [], longestEntry: longest };
};

/** `sofas` and `Sofa` are one entry. */
const distinct = (entries: readonly string[][]): string[][] => [
  ...new Map(entries.map((words) => [words.join(' '), words])).values(),
];
