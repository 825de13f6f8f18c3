import type { FieldValue, Product } from './product.ts';

/** A product record as callers get it: base properties and mapped fields. */
export type ProductRecord = Readonly<Record<string, FieldValue>>;

const decoder = new TextDecoder();

/** Reads what `encodeRecord` wrote. Throws for bytes that are no JSON object. */
export const decodeRecord = (bytes: Uint8Array): ProductRecord => parseRecord(decoder.decode(bytes));

/** Reads what `recordJson` wrote. Throws for text that is no JSON object. */
export const parseRecord = (json: string): ProductRecord => {
  const record: unknown = JSON.parse(json);
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new TypeError('A product record is a JSON object.');
  return record as ProductRecord;
};

const encoder = new TextEncoder();
const baseNames: ReadonlySet<string> = new Set([
  'identifier',
  'displayText',
  'url',
  'imageUrl',
  'price',
  'currency',
]);

/** `recordJson` in UTF-8. */
export const encodeRecord = (product: Product): Uint8Array => encoder.encode(recordJson(product));

/**
 * The product record as callers get it, as JSON: the base properties that have a value, then the mapped fields.
 */
export const recordJson = (product: Product): string => {
  if (!Object.keys(product.fields).every(keepsInsertionOrder)) return joinProperties(product);
  const record: Record<string, unknown> = {};
  forEachProperty(product, (name, value) => (record[name] = value));
  return JSON.stringify(record);
};

const forEachProperty = (
  { identifier, displayText, url, price, currency, images, fields }: Product,
  visit: (name: string, value: unknown) => void,
): void => {
  const addProperty = (name: string, productValue: unknown): void => {
    // A mapped field of the same name fills in for a missing base property.
    const value = productValue ?? (Object.hasOwn(fields, name) ? fields[name] : null) ?? null;
    if (value !== null) visit(name, value);
  };
  addProperty('identifier', identifier);
  addProperty('displayText', displayText);
  addProperty('url', url);
  // The mapped field holds a URL that a browser can load; `images` holds the name in the feed.
  addProperty('imageUrl', fields['imageUrl'] ?? images[0]);
  addProperty('price', price);
  addProperty('currency', currency);
  for (const name of Object.keys(fields)) if (!baseNames.has(name)) addProperty(name, fields[name]);
};

const [zero, nine] = [48, 57];

/** Objects move integer-like keys to the front, and `__proto__` does not create a property. */
const keepsInsertionOrder = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return !(first >= zero && first <= nine) && name !== '__proto__';
};

/** For names that an object would reorder or lose; half as fast. */
const joinProperties = (product: Product): string => {
  const pairs: string[] = [];
  forEachProperty(product, (name, value) => pairs.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`));
  return `{${pairs.join(',')}}`;
};
