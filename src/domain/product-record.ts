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
 * fields. Written pair by pair, so that a field named `__proto__` is a field like any other.
 */
export const recordText = (product: Product): string => {
  const { identifier, displayText, url, price, currency, images, fields } = product;
  let text = '';
  const add = (name: string, value: unknown): void => {
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`;
  };
  const own: readonly (readonly [string, unknown])[] = [
    ['identifier', identifier],
    ['displayText', displayText],
    ['url', url],
    // The mapping knows the address a browser can show; `images` names it as the feed does.
    ['imageUrl', fields['imageUrl'] ?? images[0]],
    ['price', price],
    ['currency', currency],
  ];
  for (const [name, value] of own) {
    // A field says what the product itself does not.
    const said = value ?? (Object.hasOwn(fields, name) ? fields[name] : null) ?? null;
    if (said !== null) add(name, said);
  }
  for (const name of Object.keys(fields)) {
    const value = fields[name] ?? null;
    if (value !== null && !ownNames.has(name)) add(name, value);
  }
  return `${text === '' ? '{' : text}}`;
};
