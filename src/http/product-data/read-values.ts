import type { FieldType } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawRow } from '../../ingest/formats/feed.ts';
import { toFieldValue, parsePrice } from '../../ingest/mapping/field-value.ts';
import type { KnownField } from '../../ingest/mapping/known-fields.ts';
import { createTemplateReader, createSaleReader } from '../../ingest/mapping/mapping.ts';
import { currentPrices } from '../../ingest/to-product.ts';
import { valueFault } from './items.ts';
import type { NamedValue } from './name-values.ts';
import { productDataLimits } from './schema.ts';

/** The values of an item by field; null where null was given. */
export type Values = Map<string, FieldValue | null>;

/** The product's own properties have these types, even when a field of the same name has another. */
export const ownTypes: Readonly<Record<string, FieldType>> = {
  identifier: 'text',
  displayText: 'text',
  url: 'text',
  price: 'number',
  currency: 'text',
  imageUrl: 'list',
  groupId: 'text',
  available: 'boolean',
};

/** The values of an item in the types of their fields, read as the values of a feed are. */
export const readValues = (named: readonly NamedValue[], nowMs: number): Values => {
  const values: Values = new Map();
  for (const { given, value, fields, isColumn } of named) {
    for (const field of fields) {
      if (values.has(field.name))
        throw valueFault(given, 'is given twice, in two spellings', 'Give it once.');
      values.set(field.name, readValue(given, value, field, isColumn));
    }
  }
  addCurrency(named, values);
  applySale(named, values, nowMs);
  return values;
};

const readValue = (given: string, value: unknown, field: KnownField, isColumn: boolean) => {
  if (value === null) return null;
  checkShape(given, value);
  const type = ownTypes[field.name] ?? field.type;
  if (type === null) return value;
  const scale = isColumn && field.scale !== undefined ? { scale: field.scale } : {};
  const fieldValue = toFieldValue({ type, ...scale }, separatorOf(value), value);
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (fieldValue === null && !isEmpty)
    throw valueFault(given, `${quoteJson(value)} is no ${type}`, allowed[type]);
  return fieldValue;
};

/** A feed has one separator for all its paths; a single value shows its own. */
const separatorOf = (value: Scalar | Scalar[]): '>' | '|' | '/' => {
  const text = [value].flat().join(' ');
  if (text.includes('>')) return '>';
  return text.includes('|') ? '|' : '/';
};

const findNamed = (named: readonly NamedValue[], name: string): NamedValue | undefined =>
  named.find(({ fields }) => fields.some((field) => field.name === name));

/** "12.50 EUR" names the currency too. */
const addCurrency = (named: readonly NamedValue[], values: Values): void => {
  if (values.has('currency')) return;
  const currency = parsePrice(findNamed(named, 'price')?.value)?.currency ?? null;
  if (currency !== null) values.set('currency', currency);
};

/** As in a feed: the price of a sale that holds now is the price, and the usual one becomes `oldPrice`. */
const applySale = (named: readonly NamedValue[], values: Values, nowMs: number): void => {
  const parts = named.filter(({ fields }) => fields.length === 0);
  const [part] = parts;
  const [price, oldPrice] = [values.get('price'), values.get('oldPrice')];
  if (part !== undefined && typeof price !== 'number')
    throw valueFault(
      part.given,
      'needs the usual price beside it',
      'Send price too, or what it costs now as price and the usual price as oldPrice.',
    );
  if (typeof price !== 'number' || (part === undefined && oldPrice === undefined)) return;
  const { scale } = findNamed(named, 'price')?.fields.find(({ name }) => name === 'price') ?? {};
  const row = Object.fromEntries(parts.map(({ given, value }) => [given, value])) as RawRow;
  const sale = createSaleReader(Object.keys(row), scale)(row);
  const prices = currentPrices({ price, ...(typeof oldPrice === 'number' && { oldPrice }) }, sale, nowMs);
  values.set('price', prices.price);
  values.set('oldPrice', prices.oldPrice ?? null);
};

/**
 * Fields that the dataset builds from other columns and that the item leaves out. `known` are those with a template; in an
 * update the identifier alone builds nothing, since the product may have a value of its own.
 */
export const addTemplates = (
  named: readonly NamedValue[],
  known: readonly KnownField[],
  values: Values,
  isWhole: boolean,
): void => {
  const parts = named.filter(({ fields }) => isWhole || !fields.some(({ name }) => name === 'identifier'));
  const row = Object.fromEntries(
    parts.flatMap(({ given, value, fields }) =>
      [given, ...fields.map(({ from }) => from)].map((name) => [name, value]),
    ),
  ) as RawRow;
  for (const field of known) {
    if (field.template === undefined || values.has(field.name)) continue;
    const built = createTemplateReader(field.template)(row);
    if (built !== undefined) values.set(field.name, readValue(field.name, built, field, true));
  }
};

const allowed: Readonly<Record<FieldType, string>> = {
  number: 'Allowed: a number, such as 12.5.',
  boolean: 'Allowed: true or false.',
  text: 'Allowed: a text.',
  list: 'Allowed: a list of texts, numbers, true or false.',
  path: 'Allowed: levels with a slash between them, such as "Women/Tops".',
};

type Scalar = string | number | boolean;

const checkShape: (name: string, value: unknown) => asserts value is Scalar | Scalar[] = (name, value) => {
  const { textLength, values } = productDataLimits;
  const texts = Array.isArray(value) ? (value as unknown[]) : [value];
  if (texts.length > values)
    throw valueFault(name, `has ${texts.length} values`, `Allowed: at most ${values}.`);
  for (const one of texts) {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof one);
    if (!isPlain)
      throw valueFault(
        name,
        `${quoteJson(one)} is neither a text, a number, true, false nor a list of them`,
        '',
      );
    if (typeof one === 'string' && one.length > textLength)
      throw valueFault(name, `has ${one.length} characters`, `Allowed: at most ${textLength}.`);
  }
};

const quoteJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'this';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
