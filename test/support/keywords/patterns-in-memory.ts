import { editDistance } from '../../../src/domain/edit-distance.ts';
import { wordOrderKey } from '../../../src/domain/normal-form.ts';
import type { Suggestion } from '../../../src/domain/suggestion.ts';
import {
  computeRarity,
  createRelativePopularity,
  type FindNearest,
  type KeyIndex,
  type Patterns,
  selectEntries,
  type TextTable,
  typoRules,
} from '../../../src/engine/semantics/keywords/patterns.ts';

/** A pattern of a test: its text as shoppers write it, how often it is searched, and what is stored for it. */
export type TestPattern = {
  readonly text: string;
  readonly popularity?: number;
  readonly suggestible?: boolean;
  readonly related?: readonly string[];
};

const createTable = (texts: readonly string[]): TextTable => ({
  size: texts.length,
  at: (index) => texts[index] ?? '',
  lowerBound: (text) => {
    const at = texts.findIndex((each) => each >= text);
    return at < 0 ? texts.length : at;
  },
  find: (text) => texts.indexOf(text),
});

/** Compares with every text: slow and plainly right. */
const createNearest =
  (texts: readonly string[]): FindNearest =>
  (typed) => {
    const limit = typoRules.toleratedEdits(typed.length);
    const near = texts
      .map((text, index) => ({ text, index, distance: editDistance(typed, text, limit) }))
      .filter(({ distance }) => limit > 0 && distance <= limit)
      .filter(({ text }) => Math.max(text.length, typed.length) >= typoRules.minimumLength);
    const least = Math.min(...near.map(({ distance }) => distance));
    return near.filter(({ distance }) => distance === least).map(({ index }) => index);
  };

const createKeyIndex = (
  keys: readonly (readonly string[])[],
  compare: (a: number, b: number) => number = (a, b) => a - b,
): KeyIndex => {
  const numbers = new Map<string, number[]>();
  keys.forEach((each, number) => {
    for (const key of new Set(each)) numbers.set(key, [...(numbers.get(key) ?? []), number]);
  });
  return (key) => (numbers.get(key) ?? []).toSorted(compare);
};

/** The patterns of a test without files or a database, and a reader of their stored suggestions. */
export const createPatterns = (
  given: readonly TestPattern[],
  language = 'en',
): { readonly patterns: Patterns; readonly readList: (pattern: number) => readonly Suggestion[] } => {
  const selected = selectEntries(
    given.map((each) => ({ popularity: 0, ...each })),
    language,
  );
  const forms = selected.map(({ form }) => form);
  const wordsOf = forms.map((form) => form.split(' '));
  const popularity = selected.map(({ entry }) => entry.popularity);
  const words = [...new Set(wordsOf.flat())].sort();
  const byWord = createKeyIndex(wordsOf, (a, b) => (popularity[b] ?? 0) - (popularity[a] ?? 0) || a - b);
  const patterns: Patterns = {
    language,
    forms: createTable(forms),
    texts: createTable(selected.map(({ form }) => form)),
    displays: createTable(selected.map(({ entry }) => entry.text)),
    popularity,
    relativePopularity: createRelativePopularity(popularity),
    suggestible: selected.map(({ entry }) => (entry.suggestible === false ? 0 : 1)),
    rarity: wordsOf.map((own) =>
      own.reduce((sum, word) => sum + computeRarity(byWord(word).length, forms.length), 0),
    ),
    byWordOrder: createKeyIndex(forms.map((form) => [wordOrderKey(form, language)])),
    byWord,
    words: createTable(words),
    nearestForms: createNearest(forms),
    nearestWords: createNearest(words),
  };
  const readList = (pattern: number): readonly Suggestion[] =>
    (selected[pattern]?.entry.related ?? []).map((text, rank) => ({
      text,
      displayText: text,
      score: 1 - rank / 10,
      direction: 'next',
      evidence: [{ signal: 'session', weight: 1 - rank / 10, shoppers: 5 }],
    }));
  return { patterns, readList };
};
