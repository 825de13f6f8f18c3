import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import type { SearchMode } from '../../../domain/strategy.ts';
import { isStopWord } from '../../../domain/stop-words.ts';
import { isIndexed } from './indexed-fields.ts';

/** How many words of a product are used when its text is the query (docs/decisions/0010-text-ranking.md). */
const limits = { words: 24, nameWords: 12, fields: 10, fieldWords: 4, kindWords: 3 } as const;

type Values = Readonly<Record<string, FieldValue>>;

/**
 * The query text of a product without a picture. `Any`: the beginning of its name, its brand and innermost category, and a
 * few values that shoppers narrow by, in the order of the mapping, which has the best covered first. `All`: what kind of
 * product it is, because hardly another product has every word. Each word once, no stop words, and no bare numbers: they are
 * sizes or counts, which products of every kind share. Descriptions say little about the kind of a product.
 */
export const describeProduct = (
  displayText: string,
  values: Values,
  fields: readonly Field[],
  mode: SearchMode,
): string => {
  const indexed = fields.filter(
    (field) => isIndexed(field) && field.name !== 'displayText' && Object.hasOwn(values, field.name),
  );
  const name = listWords(removeMarkup(displayText)).slice(0, limits.nameWords);
  if (mode === 'All') return describeKind(name, values, indexed) || displayText;
  const attributes = indexed.filter((field) => field.facetable && !isBrandOrPath(field));
  const texts = [...indexed.filter(isBrandOrPath), ...attributes]
    .slice(0, limits.fields)
    .flatMap((field) => listWords(lastLevel(values[field.name] ?? '', field)).slice(0, limits.fieldWords));
  return [...new Set([...name, ...texts])].slice(0, limits.words).join(' ') || displayText;
};

/** The innermost category; without one the end of the name, after its brand. */
const describeKind = (name: readonly string[], values: Values, indexed: readonly Field[]): string => {
  const path = indexed.find(({ type }) => type === 'path');
  const kind = path === undefined ? [] : listWords(lastLevel(values[path.name] ?? '', path));
  if (kind.length > 0) return [...new Set(kind)].slice(0, limits.kindWords).join(' ');
  const brand = new Set(listWords(String(values['brand'] ?? '')).map((word) => word.toLowerCase()));
  return name
    .filter((word) => !brand.has(word.toLowerCase()))
    .slice(-1)
    .join(' ');
};

const listWords = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !isStopWord(word));

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
