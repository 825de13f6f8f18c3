import { tokenize } from '../../../domain/normal-form.ts';

/** `text`: as the operator wrote it, in lower case. */
export type Synonym = { readonly words: readonly string[]; readonly text: string };

/** The synonyms of a website. */
export type Synonyms = {
  alternatives(words: readonly string[]): readonly Synonym[];
  /** Words of the longest entry, at least two: so many adjacent words are looked up together. */
  readonly longestEntry: number;
};

export const createSynonyms = (groups: readonly (readonly string[])[], language: string): Synonyms => {
  const others = new Map<string, Synonym[]>();
  let longestEntry = 2;
  for (const group of groups) {
    const entries = distinct(
      group
        .map((text) => ({ words: tokenize(text, language), text: text.toLocaleLowerCase(language) }))
        .filter(({ words }) => words.length > 0),
    );
    for (const entry of entries) {
      const key = entry.words.join(' ');
      others.set(key, [...(others.get(key) ?? []), ...entries.filter((other) => other !== entry)]);
      longestEntry = Math.max(longestEntry, entry.words.length);
    }
  }
  return { alternatives: (words) => others.get(words.join(' ')) ?? [], longestEntry };
};

/** `sofas` and `Sofa` are one entry. */
const distinct = (entries: readonly Synonym[]): Synonym[] => [
  ...new Map(entries.map((entry) => [entry.words.join(' '), entry])).values(),
];
