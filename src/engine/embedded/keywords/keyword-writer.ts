import { normalForm, wordOrderKey, wordsOf } from '../../../domain/normal-form.ts';
import type { KeywordEntry } from '../../engine.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';

export const keywordFile = 'keywords.bin';

/**
 * Patterns by normal form, each with its ready list; a second way in by words in any order, and a third by
 * single words. Of entries with one normal form the most popular is kept.
 */
export const packKeywords = (
  language: string,
  entries: Iterable<KeywordEntry>,
): { arrays: Record<string, SectionArray>; size: number } => {
  const byForm = new Map<string, KeywordEntry>();
  for (const entry of entries) {
    const form = normalForm(entry.text, language);
    const known = byForm.get(form);
    if (form !== '' && (!known || entry.popularity > known.popularity)) byForm.set(form, entry);
  }
  const forms = [...byForm.keys()].sort();
  const kept = forms.flatMap((form) => byForm.get(form) ?? []);
  const arrays = {
    ...packStrings('forms', forms),
    ...packStrings(
      'texts',
      kept.map((entry) => entry.text),
    ),
    ...packStrings(
      'suggestions',
      kept.map((entry) => JSON.stringify(entry.suggestions)),
    ),
    popularity: Float64Array.from(kept, (entry) => entry.popularity),
    ...packIndex('orders', forms, (form) => [wordOrderKey(form, language)]),
    ...packIndex('words', forms, (form) => wordsOf(form, language)),
  };
  return { arrays, size: kept.length };
};

/** Sorted keys, each with the patterns it leads to. */
const packIndex = (
  name: string,
  forms: readonly string[],
  keysOf: (form: string) => readonly string[],
): Record<string, SectionArray> => {
  const index = new Map<string, number[]>();
  forms.forEach((form, pattern) => {
    for (const key of new Set(keysOf(form))) {
      const list = index.get(key);
      if (list) list.push(pattern);
      else index.set(key, [pattern]);
    }
  });
  const keys = [...index.keys()].sort();
  const lists = keys.map((key) => index.get(key) ?? []);
  const starts = new Uint32Array(keys.length + 1);
  lists.forEach((list, at) => {
    starts[at + 1] = (starts[at] ?? 0) + list.length;
  });
  return {
    ...packStrings(name, keys),
    [`${name}.starts`]: starts,
    [`${name}.patterns`]: Uint32Array.from(lists.flat()),
  };
};
