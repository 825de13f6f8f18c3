import type { FieldValue, Product } from '../../domain/product.ts';
import type { ProductUpdate } from '../engine.ts';

/** A field with the name of a product property always has the same value, whichever of the two is set. */
const mirroredProperties = ['displayText', 'url', 'price', 'currency', 'groupId', 'available'] as const;

/** A product after an update. */
export const applyUpdate = (product: Product, { fields: given = {}, ...set }: ProductUpdate): Product => {
  const own = { ...pickProductProperties(given), ...set };
  const fields = new Map<string, FieldValue>(Object.entries(product.fields));
  const setField = (name: string, value: FieldValue | null | undefined): void => {
    if (value === null || value === undefined) fields.delete(name);
    else fields.set(name, value);
  };
  for (const [name, value] of Object.entries(given)) setField(name, value);
  for (const name of mirroredProperties)
    if (own[name] !== undefined && fields.has(name)) setField(name, own[name]);
  // `images` may have the name of a file, and the field the address under which it is served.
  if (own.images !== undefined && given['imageUrl'] === undefined && fields.has('imageUrl'))
    setField('imageUrl', own.images[0]);
  return { ...product, ...own, fields: Object.fromEntries(fields) };
};

const pickProductProperties = (given: NonNullable<ProductUpdate['fields']>): ProductUpdate => {
  const { displayText, url, price, currency, groupId, available, imageUrl } = given;
  const images = typeof imageUrl === 'object' ? (imageUrl ?? []).map(String) : [String(imageUrl)];
  return {
    ...(typeof displayText === 'string' && { displayText }),
    ...(typeof url === 'string' && { url }),
    ...((typeof price === 'number' || price === null) && { price }),
    ...((typeof currency === 'string' || currency === null) && { currency }),
    ...((typeof groupId === 'string' || groupId === null) && { groupId }),
    ...(typeof available === 'boolean' && { available }),
    ...(imageUrl !== undefined && { images }),
  };
};
