import type { Product } from './product.ts';

const encoder = new TextEncoder();
const ownNames: ReadonlySet<string> = new Set([
  'identifier',
  'displayText',
  'url',
  'imageUrl',
  'price',
  'currency',
]);

/** The product record in UTF-8. */
export const recordOf = (product: Product): Uint8Array => encoder.encode(recordText(product));

/**
 * The product record as a caller gets it, in JSON: what every record has, as far as it is known, then the mapped
 * fields.
 */
export const recordText = (product: Product): string => {
  if (!Object.keys(product.fields).every(keepsItsPlace)) return pairByPair(product);
  const record: Record<string, unknown> = {};
  eachPair(product, (name, value) => (record[name] = value));
  return JSON.stringify(record);
};

const eachPair = (
  { identifier, displayText, url, price, currency, images, fields }: Product,
  see: (name: string, value: unknown) => void,
): void => {
  const say = (name: string, own: unknown): void => {
    // A field says what the product itself does not.
    const said = own ?? (Object.hasOwn(fields, name) ? fields[name] : null) ?? null;
    if (said !== null) see(name, said);
  };
  say('identifier', identifier);
  say('displayText', displayText);
  say('url', url);
  // The mapping knows the address a browser can show; `images` names it as the feed does.
  say('imageUrl', fields['imageUrl'] ?? images[0]);
  say('price', price);
  say('currency', currency);
  for (const name of Object.keys(fields)) if (!ownNames.has(name)) say(name, fields[name]);
};

const [zero, nine] = [48, 57];

/** Objects put names that are numbers first, and `__proto__` is no name to them at all. */
const keepsItsPlace = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return !(first >= zero && first <= nine) && name !== '__proto__';
};

/** For what an object would not keep; half as fast. */
const pairByPair = (product: Product): string => {
  const pairs: string[] = [];
  eachPair(product, (name, value) => pairs.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`));
  return `{${pairs.join(',')}}`;
};
