import { isStopWord } from '../../../domain/stop-words.ts';
import type { Catalogue } from './catalogue.ts';

const catalogueTermDefaults = {
  /** Terms kept, those with most products first. */
  limit: 40_000,
  lettersAtLeast: 2,
} as const;

/**
 * Content words of the catalogue. They get entries of their own, so that a pattern nobody has searched before is
 * answered through its rarest word. They are never suggested.
 */
export const listCatalogueTerms = ({ words }: Pick<Catalogue, 'words'>): string[] => {
  const { limit: most, lettersAtLeast } = catalogueTermDefaults;
  return [...words]
    .filter(([word]) => word.length >= lettersAtLeast && /\p{L}/u.test(word) && !isStopWord(word))
    .sort(([a, some], [b, others]) => others.size - some.size || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
};
