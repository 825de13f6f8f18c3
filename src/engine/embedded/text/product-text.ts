import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { isIndexed, splitTexts } from './indexed-fields.ts';

/**
 * How much a product says when its words are the question. Everything it says finds its kind hardly better, and
 * looks at most of the catalogue to do so (docs/decisions/0010-text-ranking.md).
 */
const limits = { words: 32, nameWords: 12, fields: 10, fieldWords: 8 } as const;

export type TextPart = { readonly text: string };

/**
 * What a product without a picture asks with: the beginning of its name, its brand and innermost category, and
 * the beginnings of a few more fields in the order of the mapping, which puts the best covered first. Each word
 * once, and no bare numbers: they say a size or a count, and are shared by things of every kind.
 */
export const textParts = (
  displayText: string,
  values: Readonly<Record<string, FieldValue>>,
  fields: readonly Field[],
): TextPart[] => {
  const spoken = fields.filter(
    (field) => isIndexed(field) && field.name !== 'displayText' && Object.hasOwn(values, field.name),
  );
  const texts = [...spoken.filter(isRole), ...spoken.filter((field) => !isRole(field))]
    .slice(0, limits.fields)
    .map((field) => innermost(values[field.name] ?? '', field));
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

const isRole = (field: Field): boolean => field.name === 'brand' || field.type === 'path';

const innermost = (value: FieldValue, field: Field): string =>
  (field.type === 'path' ? splitTexts(value).at(-1) : splitTexts(value)[0]) ?? '';
