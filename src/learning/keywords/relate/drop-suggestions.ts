import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/**
 * Removes all bare brands but the first: a row of brands says nothing about the pattern. Nor does a brand or a material
 * alone in the first place, so the first other suggestion changes places with it.
 */
export const createBrandLimit = (catalogue: Pick<Catalogue, 'items'> | null, language: string) => {
  const toKey = (text: string): string => wordOrderKey(text, language);
  const items = catalogue?.items ?? [];
  const brands = new Set(items.map(({ brand }) => toKey(brand ?? '')));
  const values = new Set(items.flatMap(({ attributes }) => attributes.map(toKey)));
  const isBrand = ({ text }: Pick<Suggestion, 'text'>): boolean => brands.has(toKey(text));
  const keepOneBrand = (suggestions: readonly Suggestion[]): Suggestion[] => {
    const firstBrand = suggestions.find(isBrand);
    const kept = suggestions.filter((each) => each === firstBrand || !isBrand(each));
    const at = kept.findIndex((each) => !isBrand(each) && !values.has(toKey(each.text)));
    const [first, other] = [kept[0], kept[at]];
    return at < 1 || first === undefined || other === undefined
      ? kept
      : [
          { ...other, score: first.score },
          ...kept.slice(1, at),
          { ...first, score: other.score },
          ...kept.slice(at + 1),
        ];
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
