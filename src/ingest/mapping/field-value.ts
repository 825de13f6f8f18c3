import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawValue } from '../formats/feed.ts';
import { parsePrice } from './price.ts';
import { parseBoolean } from './booleans.ts';

/** Separator between the levels of a category path in this feed. */
export type Separator = '>' | '|' | '/';

type Scalar = string | number | boolean;

const isScalar = (value: RawValue | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const toText = (value: Scalar): string => String(value).normalize('NFC').trim();

const toScalars = (value: RawValue | undefined): Scalar[] =>
  (Array.isArray(value) ? (value as readonly RawValue[]) : [value]).filter(isScalar);

const toNumber = (value: RawValue | undefined, scale: number | undefined): number | null => {
  const read =
    parsePrice(value)?.amount ??
    (typeof value === 'number' && Number.isFinite(value) ? value : parseNegative(value));
  if (read === null) return null;
  // 4995 × 0.01 must be 49.95, not 49.950000000000003.
  return scale === undefined ? read : Number((read * scale).toPrecision(12));
};

const parseNegative = (value: RawValue | undefined): number | null =>
  typeof value === 'string' && /^-\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;

/** Levels joined by `/`, as in the rest of the program. A slash inside a level becomes a hyphen. */
const toPath = (text: string, separator: Separator): string =>
  text
    .split(separator)
    .map((level) => level.trim().replaceAll('/', '-'))
    .filter((level) => level !== '')
    .join('/');

const toList = (value: RawValue | undefined): string[] => [
  ...new Set(
    toScalars(value)
      .map(toText)
      .filter((text) => text !== ''),
  ),
];

/** Items keep the types of the feed: `[38, 39]` stays a list of numbers. Of items that read the same the first stays. */
const toTypedList = (value: RawValue | undefined): Scalar[] => {
  const items = new Map<string, Scalar>();
  for (const scalar of toScalars(value)) {
    const item = typeof scalar === 'string' ? toText(scalar) : scalar;
    const name = String(item);
    if (name !== '' && !items.has(name)) items.set(name, item);
  }
  return [...items.values()];
};

const oneOrMany = (texts: readonly string[]): FieldValue | null =>
  texts.length > 1 ? texts : (texts[0] ?? null);

/** Converts a value of the feed to the type of its field; null when that is not possible. */
export const toFieldValue = (
  field: Pick<Field, 'type' | 'scale'>,
  separator: Separator,
  value: RawValue | undefined,
): FieldValue | null => {
  if (value === undefined || value === null) return null;
  switch (field.type) {
    case 'number':
      return toNumber(Array.isArray(value) ? (value as readonly RawValue[])[0] : value, field.scale);
    case 'boolean':
      return parseBoolean(value);
    case 'list': {
      const items = toTypedList(value);
      return items.length > 0 ? items : null;
    }
    case 'path':
      return oneOrMany(
        [...new Set(toList(value).map((text) => toPath(text, separator)))].filter((path) => path !== ''),
      );
    case 'text':
      return oneOrMany(toList(value));
  }
};
