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
