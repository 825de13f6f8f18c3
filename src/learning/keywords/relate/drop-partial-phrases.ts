import type { Suggestion } from '../../../domain/suggestion.ts';

/** Of two phrases where one holds all words of the other (`arch file`, `lever arch file`), keeps the better one. */
export const dropPartialPhrases = (suggestions: readonly Suggestion[], limit: number): Suggestion[] => {
  const chosen: { readonly words: ReadonlySet<string>; readonly suggestion: Suggestion }[] = [];
  for (const suggestion of suggestions) {
    if (chosen.length >= limit) break;
    const words = new Set(suggestion.text.split(' '));
    if (!chosen.some((other) => words.isSubsetOf(other.words) || other.words.isSubsetOf(words)))
      chosen.push({ words, suggestion });
  }
  return chosen.map(({ suggestion }) => suggestion);
};
