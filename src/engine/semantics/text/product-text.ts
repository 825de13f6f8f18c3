import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { isIndexed, splitTexts } from './indexed-fields.ts';

/**
 * How many words of a product are used when its text is the query. All of them would find similar products hardly
 * better, and would look at most of the catalogue (docs/decisions/0010-text-ranking.md).
 */
const limits = { words: 32, nameWords: 12, fields: 10, fieldWords: 8 } as const;

export type TextPart = { readonly text: string };

/**
 * The query text of a product without a picture: the beginning of its name, its brand and innermost category, and
 * the beginnings of a few more fields in the order of the mapping, which has the best covered first. Each word once,
 * and no bare numbers: they are sizes or counts, which products of every kind share.
 */
export const textParts = (
  displayText: string,
  values: Readonly<Record<string, FieldValue>>,
  fields: readonly Field[],
): TextPart[] => {
  const indexed = fields.filter(
    (field) => isIndexed(field) && field.name !== 'displayText' && Object.hasOwn(values, field.name),
  );
  const texts = [...indexed.filter(isBrandOrPath), ...indexed.filter((field) => !isBrandOrPath(field))]
    .slice(0, limits.fields)
    .map((field) => lastLevel(values[field.name] ?? '', field));
  const seen = new Set<string>();
  const newWords = (text: string, most: number): string[] =>
    text
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word))
      .slice(0, most)
      .filter((word) => seen.size < limits.words && !seen.has(word) && seen.add(word));
  const parts = [
    newWords(displayText, limits.nameWords),
    ...texts.map((text) => newWords(text, limits.fieldWords)),
  ]
    .filter((words) => words.length > 0)
    .map((words) => ({ text: words.join(' ') }));
  return parts.length > 0 ? parts : [{ text: displayText }];
};

const isBrandOrPath = (field: Field): boolean => field.name === 'brand' || field.type === 'path';

const lastLevel = (value: FieldValue, field: Field): string =>
  (field.type === 'path' ? splitTexts(value).at(-1) : splitTexts(value)[0]) ?? '';
