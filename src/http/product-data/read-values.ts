import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import { Fault } from '../../errors.ts';
import { toFieldValue } from '../../ingest/mapping/field-value.ts';
import { productDataLimits } from './schema.ts';

export type RawItem = Readonly<Record<string, unknown>>;

/** The product's own properties, by the lower-case spellings that are accepted for them. */
const spellings: Readonly<Record<string, string>> = {
  identifier: 'identifier',
  id: 'identifier',
  displaytext: 'displayText',
  name: 'displayText',
  title: 'displayText',
  url: 'url',
  link: 'url',
  price: 'price',
  currency: 'currency',
  imageurl: 'imageUrl',
  images: 'imageUrl',
  image_link: 'imageUrl',
  groupid: 'groupId',
  item_group_id: 'groupId',
  available: 'available',
  timestamp: 'timestamp',
};

const types: Readonly<Record<string, Field['type']>> = {
  identifier: 'text',
  displayText: 'text',
  url: 'text',
  price: 'number',
  currency: 'text',
  imageUrl: 'list',
  groupId: 'text',
  available: 'boolean',
};

/** Maps a name in any case to the product property or field of the dataset; unknown names stay as given. */
export const canonicalNames = (fields: readonly Field[]): ((name: string) => string) => {
  const fieldNames = new Map(fields.map(({ name }) => [name.toLowerCase(), name]));
  return (name) => {
    const lower = name.toLowerCase();
    return spellings[lower] ?? fieldNames.get(lower) ?? name;
  };
};

/** The values of an item under their canonical names, in the types of their fields; null where null was given. */
export const readValues = (item: RawItem, fields: readonly Field[]): Map<string, FieldValue | null> => {
  const toCanonical = canonicalNames(fields);
  const values = new Map<string, FieldValue | null>();
  for (const [given, value] of Object.entries(item)) {
    const name = toCanonical(given);
    if (name === 'timestamp') continue;
    if (values.has(name)) throw valueFault(given, 'is given twice, in two spellings', 'Give it once.');
    values.set(name, readValue(given, value, valueType(name, fields)));
  }
  return values;
};

/** A product's own property has a fixed type, even when a field of that name is mapped. */
const valueType = (name: string, fields: readonly Field[]): Field['type'] | null =>
  types[name] ?? fields.find((field) => field.name === name)?.type ?? null;

const readValue = (name: string, value: unknown, type: Field['type'] | null): FieldValue | null => {
  if (value === null) return null;
  checkShape(name, value);
  if (type === null) return value;
  const fieldValue = toFieldValue({ type }, '/', value);
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (fieldValue === null && !isEmpty)
    throw valueFault(name, `${quoteJson(value)} is no ${type}`, allowed[type]);
  return fieldValue;
};

const allowed: Readonly<Record<Field['type'], string>> = {
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

export const valueFault = (name: string, problem: string, nextStep: string): Fault =>
  new Fault('bad-input', `${name}: ${problem}.`, nextStep === '' ? {} : { nextStep });
