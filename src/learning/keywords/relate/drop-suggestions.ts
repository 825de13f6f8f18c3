import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Removes all bare brands but the first: a row of brands says nothing about the pattern. */
export const createBrandLimit = (catalogue: Pick<Catalogue, 'items'> | null, language: string) => {
  const toKey = (text: string): string => wordOrderKey(text, language);
  const brands = new Set((catalogue?.items ?? []).map(({ brand }) => toKey(brand ?? '')));
  const isBrand = ({ text }: Pick<Suggestion, 'text'>): boolean => brands.has(toKey(text));
  const keepOneBrand = <T extends Pick<Suggestion, 'text'>>(suggestions: readonly T[]): T[] => {
    const first = suggestions.find(isBrand);
    return suggestions.filter((each) => each === first || !isBrand(each));
  };
  return { isBrand, keepOneBrand };
};

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
