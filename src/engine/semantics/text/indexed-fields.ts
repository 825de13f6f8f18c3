import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';

/** Whether the words of a field can be searched for. Brand and category always can, whatever the mapping says. */
export const isIndexed = (field: Field): boolean => field.searchable || isBrandOrCategory(field);

/** The texts of one value. Each level of a path and each entry of a list is a text of its own. */
export const splitTexts = (value: FieldValue): readonly string[] =>
  typeof value === 'object' ? value.map(String) : String(value).split('/');

const isBrandOrCategory = (field: Field): boolean =>
  field.name === 'brand' || field.name === 'category' || field.type === 'path';

/**
 * The texts of a product are numbered: 0 is its name, then one for each primary field, and the last one is shared by
 * all attributes.
 */
export type IndexedFields = {
  /** Fields with a text of their own, from number 1. */
  readonly primary: readonly string[];
  /** Text number of each indexed field. */
  readonly textNumbers: ReadonlyMap<string, number>;
  /** Text number of the attributes. They share one: there may be thousands, each on a few products. */
  readonly attributes: number;
};

/** How many products there are, and how many of them carry each field. */
export type FieldCarriers = { readonly products: number; readonly carriers: ReadonlyMap<string, number> };

/**
 * Decides which fields are primary and which are attributes. The products decide, because a mapping only says that a
 * field is searchable: a description or a code is on nearly every product, a socket type on some. A primary field
 * is a text of its own, and its length is compared with the average length of that field.
 */
export const chooseByCarriers = (
  { products, carriers }: FieldCarriers,
  fields: readonly Field[],
  primaryShare: number,
): IndexedFields => {
  const indexed = fields.filter((field) => isIndexed(field) && field.name !== 'displayText');
  const needed = products * primaryShare;
  const isPrimary = (field: Field): boolean =>
    isBrandOrCategory(field) || (!field.facetable && (carriers.get(field.name) ?? 0) >= needed);
  return assignIndexedFields(
    fields,
    indexed.filter(isPrimary).map(({ name }) => name),
  );
};

export const chooseIndexedFields = (
  products: Iterable<Product>,
  fields: readonly Field[],
  primaryShare: number,
): IndexedFields => chooseByCarriers(countCarriers(products), fields, primaryShare);

/** The same when the primary fields are known already. */
export const assignIndexedFields = (fields: readonly Field[], primary: readonly string[]): IndexedFields => {
  const attributes = primary.length + 1;
  const indexed = fields.filter((field) => isIndexed(field) && field.name !== 'displayText');
  const textNumbers = new Map(indexed.map((field) => [field.name, attributes]));
  primary.forEach((name, index) => textNumbers.set(name, index + 1));
  return { primary, textNumbers, attributes };
};

/** Goes through what products carry, not through the fields: a feed may have thousands of sparse ones. */
const countCarriers = (products: Iterable<Product>): FieldCarriers => {
  const carriers = new Map<string, number>();
  let count = 0;
  for (const { fields } of products) {
    count += 1;
    for (const name of Object.keys(fields)) carriers.set(name, (carriers.get(name) ?? 0) + 1);
  }
  return { products: count, carriers };
};
