import type { Product } from '../domain/product.ts';

const encoder = new TextEncoder();

/**
 * The product record as a caller gets it, in UTF-8 JSON: what every record has, as far as it is known, then
 * the mapped fields. Written pair by pair, so that a field named `__proto__` is a field like any other.
 */
export const recordOf = (product: Product): Uint8Array => {
  const pairs = new Map<string, unknown>([
    ['identifier', product.identifier],
    ['displayText', product.displayText],
    ['url', product.url],
    ['imageUrl', product.fields['imageUrl'] ?? product.images[0]],
    ['price', product.price],
    ['currency', product.currency],
  ]);
  for (const [name, value] of Object.entries(product.fields)) {
    if (pairs.get(name) === undefined || pairs.get(name) === null) pairs.set(name, value);
  }
  const known = [...pairs].filter(([, value]) => value !== undefined && value !== null);
  const text = known.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return encoder.encode(`{${text.join(',')}}`);
};
