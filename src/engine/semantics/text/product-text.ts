import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { isIndexed } from './indexed-fields.ts';

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
    newWords(removeMarkup(displayText), limits.nameWords),
    ...texts.map((text) => newWords(text, limits.fieldWords)),
  ]
    .filter((words) => words.length > 0)
    .map((words) => ({ text: words.join(' ') }));
  return parts.length > 0 ? parts : [{ text: displayText }];
};

const isBrandOrPath = (field: Field): boolean => field.name === 'brand' || field.type === 'path';

/** Of several category paths the first of the deepest counts: the others are often promotions and collections. */
const lastLevel = (value: FieldValue, field: Field): string => {
  if (field.type !== 'path')
    return removeMarkup(String(typeof value === 'object' ? (value[0] ?? '') : value));
  const paths = (typeof value === 'object' ? value : [value]).map((path) => String(path).split('/'));
  const deepest = paths.reduce((best, path) => (path.length > best.length ? path : best), paths[0] ?? []);
  return deepest.at(-1) ?? '';
};

/** Feeds bring descriptions as HTML: neither tags nor entities are words of the product. */
const removeMarkup = (text: string): string =>
  text
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/giu, ' ')
    .replace(/<\/?[a-z!][^<>]*>/giu, ' ')
    .replace(/&(?:[a-z]+|#\d+|#x[0-9a-f]+);/giu, ' ');
