import { isStopWord } from '../../domain/stop-words.ts';
import type { Catalogue } from './catalogue.ts';

const catalogueTermDefaults = {
  /** Terms with most products are kept. */
  limit: 40_000,
  lettersAtLeast: 2,
} as const;

/**
 * Single words that lead to something in this catalogue: a pattern that nobody ever typed is understood by the
 * rarest of them. They are answered for, and never suggested.
 */
export const listCatalogueTerms = ({ words }: Pick<Catalogue, 'words'>): string[] => {
  const { limit: most, lettersAtLeast } = catalogueTermDefaults;
  return [...words]
    .filter(([word]) => word.length >= lettersAtLeast && /\p{L}/u.test(word) && !isStopWord(word))
    .sort(([a, some], [b, others]) => others.size - some.size || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
};
