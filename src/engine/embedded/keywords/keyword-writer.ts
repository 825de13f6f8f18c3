import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { KeywordEntry } from '../../engine.ts';
import { computeRarity, contentWords, selectEntries } from '../../semantics/keywords/patterns.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';
import { packIndex } from './key-index.ts';
import { packTypoIndex } from './typo-index.ts';

export const keywordFile = 'keywords.bin';

/**
 * Patterns by normal form, each with its list of suggestions, and indexes by words in any order, by single words and by
 * spelling.
 */
export const packKeywords = (
  language: string,
  entries: Iterable<KeywordEntry>,
): { arrays: Record<string, SectionArray>; size: number } => {
  const unique = selectEntries(entries, language);
  const forms = unique.map(({ form }) => form);
  const uniqueEntries = unique.map(({ entry }) => entry);
  const popularity = Float64Array.from(uniqueEntries, (entry) => entry.popularity);
  const packTexts = (name: string, textOf: (entry: KeywordEntry) => string) =>
    packStrings(name, uniqueEntries.map(textOf));
  const arrays = {
    ...packStrings('forms', forms),
    ...packTexts('texts', (entry) => entry.text),
    ...packTexts('displays', (entry) => entry.displayText),
    ...packTexts('suggestions', (entry) => JSON.stringify(entry.suggestions)),
    ...packTexts('wanted', ({ wanted = [] }) => (wanted.length === 0 ? '' : JSON.stringify(wanted))),
    popularity,
    suggestible: Uint8Array.from(uniqueEntries, ({ suggestible = false }) => (suggestible ? 1 : 0)),
    ...packIndex('orders', [...forms.keys()], (at) => [wordOrderKey(forms[at] ?? '', language)]),
    ...packTypoIndex('forms', forms),
    ...packWordIndex(forms, popularity),
  };
  return { arrays, size: uniqueEntries.length };
};

/** Patterns of each word: the most popular first, then those with fewest words. */
const packWordIndex = (forms: readonly string[], popularity: Float64Array): Record<string, SectionArray> => {
  const words = forms.map((form) => [...contentWords(form)]);
  const carriers = new Map<string, number>();
  for (const word of words.flat()) carriers.set(word, (carriers.get(word) ?? 0) + 1);
  const rank = (a: number, b: number): number =>
    (popularity[b] ?? 0) - (popularity[a] ?? 0) || (words[a]?.length ?? 0) - (words[b]?.length ?? 0) || a - b;
  const order = [...forms.keys()].sort(rank);
  const rarity = (word: string): number => computeRarity(carriers.get(word) ?? 0, forms.length);
  return {
    ...packIndex('words', order, (at) => words[at] ?? []),
    ...packTypoIndex('words', [...carriers.keys()].sort()),
    rarity: Float32Array.from(words, (own) => own.reduce((sum, word) => sum + rarity(word), 0)),
  };
};
