import { isStopWord } from '../../../domain/stop-words.ts';
import type { Catalogue } from './catalogue.ts';

const termDefaults = { ofCatalogue: 40_000, ofSearches: 20_000 } as const;

/**
 * Content words, most frequent first. They get entries of their own, so that a pattern nobody has searched before is
 * answered through its rarest word. They are never suggested.
 */
const listTerms = (
  counts: Iterable<readonly [word: string, count: number]>,
  isTerm: RegExp,
  limit: number,
): string[] =>
  [...counts]
    .filter(([word]) => isTerm.test(word) && !isStopWord(word))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word);

/** Words of the catalogue, by products that carry them. */
export const listCatalogueTerms = ({ words }: Pick<Catalogue, 'words'>): string[] =>
  listTerms(
    words.entries().map(([word, { size }]) => [word, size] as const),
    /^(?=.*\p{L})../u,
    termDefaults.ofCatalogue,
  );

/** Words that enough shoppers used in any search. */
export const listLearntTerms = (
  wordShoppers: ReadonlyMap<string, number>,
  shoppersAtLeast: number,
): string[] =>
  listTerms(
    wordShoppers.entries().filter(([, shoppers]) => shoppers >= shoppersAtLeast),
    /^\p{L}{3,}$/u,
    termDefaults.ofSearches,
  );
