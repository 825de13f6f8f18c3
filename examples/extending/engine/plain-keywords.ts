import { editDistance } from '../../../src/domain/edit-distance.ts';
import { wordOrderKey } from '../../../src/domain/normal-form.ts';
import type { KeywordEntry, KeywordReader } from '../../../src/engine/engine.ts';
import {
  computeRarity,
  contentWords,
  createRelativePopularity,
  type FindNearest,
  type Patterns,
  selectEntries,
  type TextTable,
  typoRules,
} from '../../../src/engine/semantics/keywords/patterns.ts';
import { findPattern } from '../../../src/engine/semantics/keywords/find-pattern.ts';
import { createSuggester } from '../../../src/engine/semantics/keywords/suggest.ts';

const createTable = (texts: readonly string[]): TextTable => ({
  size: texts.length,
  at: (index) => texts[index] ?? '',
  lowerBound: (text) => texts.filter((each) => each < text).length,
  find: (text) => texts.indexOf(text),
});

const createNearest =
  (texts: readonly string[]): FindNearest =>
  (typed) => {
    const limit = typoRules.toleratedEdits(typed.length);
    if (limit === 0) return [];
    const distances = texts.map((text) =>
      Math.max(text.length, typed.length) < typoRules.minimumLength
        ? Infinity
        : editDistance(typed, text, limit),
    );
    const smallest = Math.min(...distances);
    return smallest > limit ? [] : [...distances.keys()].filter((at) => distances[at] === smallest);
  };

/** Keywords as arrays: every question looks at all of them. */
export const createPlainKeywords = (
  version: string,
  language: string,
  given: Iterable<KeywordEntry>,
): { readonly reader: KeywordReader; readonly size: number } => {
  const unique = selectEntries(given, language);
  const entries = unique.map(({ entry }) => entry);
  const forms = unique.map(({ form }) => form);
  const wordsOf = forms.map((form) => [...contentWords(form)]);
  const words = [...new Set(wordsOf.flat())].sort();
  const popularity = entries.map((entry) => entry.popularity);
  const byPopularity = [...forms.keys()].sort(
    (a, b) =>
      (popularity[b] ?? 0) - (popularity[a] ?? 0) ||
      (wordsOf[a]?.length ?? 0) - (wordsOf[b]?.length ?? 0) ||
      a - b,
  );
  const byWord = (word: string) => byPopularity.filter((pattern) => wordsOf[pattern]?.includes(word));
  const patterns: Patterns = {
    language,
    forms: createTable(forms),
    texts: createTable(entries.map((entry) => entry.text)),
    displays: createTable(entries.map((entry) => entry.displayText)),
    popularity,
    relativePopularity: createRelativePopularity(popularity),
    suggestible: entries.map(({ suggestible = false }) => (suggestible ? 1 : 0)),
    rarity: wordsOf.map((own) =>
      own.reduce((sum, word) => sum + computeRarity(byWord(word).length, forms.length), 0),
    ),
    byWordOrder: (key) => [...forms.keys()].filter((at) => wordOrderKey(forms[at] ?? '', language) === key),
    byWord,
    words: createTable(words),
    nearestForms: createNearest(forms),
    nearestWords: createNearest(words),
  };
  const suggest = createSuggester(patterns, (pattern) => entries[pattern]?.suggestions ?? []);
  const reader: KeywordReader = {
    version,
    suggest: async (query) => suggest(query),
    findWantedProducts: async (typed) => entries[findPattern(patterns, typed)]?.wanted ?? [],
  };
  return { reader, size: entries.length };
};
