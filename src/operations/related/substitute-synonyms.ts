import { tokenizeWithSpelling } from '../../domain/normal-form.ts';
import { createSynonyms } from '../../engine/semantics/text/expand-query.ts';

/** `replaced`: the words that the synonym stands for. */
export type Substitution = { readonly pattern: string; readonly replaced: string };

const maximumSubstitutions = 6;

/**
 * The pattern with each of its words, or groups of words, replaced by a synonym of the website: `red sneakers` becomes
 * `red trainers`. One replacement at a time, the longest group first.
 */
export const substituteSynonyms = (
  pattern: string,
  groups: readonly (readonly string[])[],
  language: string,
): Substitution[] => {
  if (groups.length === 0) return [];
  const synonyms = createSynonyms(groups, language);
  const words = tokenizeWithSpelling(pattern, language);
  const found = new Map<string, Substitution>();
  for (let count = Math.min(synonyms.longestEntry, words.length); count > 0; count -= 1)
    for (let from = 0; from + count <= words.length; from += 1) {
      const group = words.slice(from, from + count);
      for (const { text } of synonyms.alternatives(group.map(({ token }) => token))) {
        const pattern = joinWords([...words.slice(0, from), { typed: text }, ...words.slice(from + count)]);
        if (!found.has(pattern)) found.set(pattern, { pattern, replaced: joinWords(group) });
      }
    }
  return [...found.values()].slice(0, maximumSubstitutions);
};

const joinWords = (words: readonly { readonly typed: string }[]): string =>
  words.map(({ typed }) => typed).join(' ');
