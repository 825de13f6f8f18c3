import { tokenizeWithSpelling } from '../../../domain/normal-form.ts';

/** So many products are looked at: the spelling is for a caller to read, nothing is found by it. */
export const spellingSample = 8;

/** Fields whose words nobody wrote for readers. */
const unreadFields = new Set(['identifier', 'url', 'imageUrl', 'groupId']);

/** The texts of a product that its terms may be spelt in. */
export const listSpelledTexts = (record: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(record)
    .filter(([name]) => !unreadFields.has(name))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string');

/**
 * A term as products write it, in lower case: `trainers` for the term `trainer`. The most common spelling wins, then the
 * shorter one. A term that stands for two words of a text (`wifi` for `wi-fi`) has no spelling and stays as it is.
 */
export const chooseSpelling = (term: string, texts: readonly string[], language: string): string => {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const { token, typed } of tokenizeWithSpelling(text, language))
      if (token === term) counts.set(typed, (counts.get(typed) ?? 0) + 1);
  const [best] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || a.length - b.length || (a < b ? -1 : 1),
  );
  return best?.[0] ?? term;
};
