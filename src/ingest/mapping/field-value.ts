import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawValue } from '../formats/feed.ts';
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

const toList = (value: RawValue | undefined): string[] => {
  const texts = toScalars(value).map(toText);
  return [...new Set(texts.filter((text) => text !== ''))];
};

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
    case 'path': {
      const paths = new Set(toList(value).map((text) => toPath(text, separator)));
      return oneOrMany([...paths].filter((path) => path !== ''));
    }
    case 'text':
      return oneOrMany(toList(value));
  }
};

export type Price = { readonly amount: number; readonly currency: string | null };

/** Currency signs and short words, without points and in lower case. */
const symbols = new Map(
  `$ USD, us$ USD, c$ CAD, ca$ CAD, a$ AUD, au$ AUD, r$ BRL, € EUR, £ GBP, ¥ JPY, ₹ INR, ₺ TRY, ₽ RUB, ₴ UAH, ₪ ILS, ₩ KRW,
  euro EUR, ft HUF, zł PLN, zl PLN, kč CZK, kc CZK, tl TRY, lei RON, лв BGN, fr CHF, sfr CHF, din RSD`
    .split(',')
    .map((pair): [string, string] => {
      const [symbol = '', currency = ''] = pair.trim().split(' ');
      return [symbol, currency];
    }),
);

const parseCurrency = (around: string): string | null => {
  const word = around.replace(/[\s.,'’–—+-]/g, '').toLowerCase();
  return symbols.get(word) ?? (/^[a-z]{3}$/.test(word) ? word.toUpperCase() : null);
};

/**
 * The last separator is the decimal separator if other than three digits follow it, or if the other separator
 * occurs before it. `1.299` and `1,299` are thousands; `12.5` and `12,50` are not.
 */
const normalizeDecimals = (digits: string): string => {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return digits;
  const mark = digits.charAt(last);
  const other = mark === '.' ? ',' : '.';
  const decimals = digits.length - last - 1;
  const isOnlyOne = digits.indexOf(mark) === last;
  const isDecimal = isOnlyOne && (digits.includes(other) || decimals !== 3);
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '');
  return isDecimal ? `${whole}.${digits.slice(last + 1)}` : whole;
};

/** `5,-` and `5.–` are whole amounts; any other dash means a range or a negative amount. */
const wholeAmount = /[.,]\s?[-–—]+/;

/** `1 299,00 Ft`, `$1,299.00`, `EUR 12.5` → a price; null if it cannot be read. */
export const parsePrice = (value: unknown): Price | null => {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { amount: value, currency: null } : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(wholeAmount, '');
  const [, before = '', number, after = ''] = /^(\D*?)([.,]?\d[\d\s.,'’]*)(\D*)$/.exec(text) ?? [];
  if (number === undefined || /[-–—]/.test(text)) return null;
  const digits = number.replace(/[\s'’]/g, '').replace(/[.,]$/, '');
  const amount = Number(normalizeDecimals(digits));
  return Number.isFinite(amount) ? { amount, currency: parseCurrency(before + after) } : null;
};
