import type { Suggestion } from '../../domain/suggestion.ts';

/** `arch file` says nothing beside `lever arch file`; the better of the two stays. */
export const dropPartialPhrases = (suggestions: readonly Suggestion[], most: number): Suggestion[] => {
  const chosen: { readonly words: ReadonlySet<string>; readonly suggestion: Suggestion }[] = [];
  for (const suggestion of suggestions) {
    if (chosen.length >= most) break;
    const words = new Set(suggestion.text.split(' '));
    if (!chosen.some((other) => words.isSubsetOf(other.words) || other.words.isSubsetOf(words)))
      chosen.push({ words, suggestion });
  }
  return chosen.map(({ suggestion }) => suggestion);
};
