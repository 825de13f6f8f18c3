import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';

/** Fields whose words are found. A brand and a category always speak, whatever the mapping says. */
export const isIndexed = (field: Field): boolean =>
  field.searchable || field.name === 'brand' || field.name === 'category' || field.type === 'path';

/** The texts of one value. Levels of a path and entries of a list stand for themselves. */
export const splitTexts = (value: FieldValue): readonly string[] =>
  typeof value === 'object' ? value : String(value).split('/');

const isRole = (field: Field): boolean =>
  field.name === 'brand' || field.name === 'category' || field.type === 'path';

/** Which of the texts of a product a field belongs to, by name. Number 0 is its name. */
export type IndexedFields = {
  /** Fields that are texts of their own, from number 1. */
  readonly primary: readonly string[];
  readonly textNumbers: ReadonlyMap<string, number>;
  /** All attributes are one text: there may be thousands, each carried by a few products. */
  readonly attributes: number;
};

/**
 * What presents a product and what only describes it. Asked of the products, because a mapping says that a
 * field is searchable but not how much it says: a description or a code stands on nearly every product, a
 * socket type on some. What presents is a text of its own, held against its own usual length.
 */
export const chooseIndexedFields = (
  products: readonly Product[],
  fields: readonly Field[],
  presentedShare: number,
): IndexedFields => {
  const spoken = fields.filter((field) => isIndexed(field) && field.name !== 'displayText');
  const carriers = carriersOf(products);
  const needed = products.length * presentedShare;
  const isPresented = (field: Field): boolean =>
    isRole(field) || (!field.facetable && (carriers.get(field.name) ?? 0) >= needed);
  return assignIndexedFields(
    fields,
    spoken.filter(isPresented).map(({ name }) => name),
  );
};

/** The same where it is known what presents a product. */
export const assignIndexedFields = (
  fields: readonly Field[],
  presented: readonly string[],
): IndexedFields => {
  const attributes = presented.length + 1;
  const spoken = fields.filter((field) => isIndexed(field) && field.name !== 'displayText');
  const textOf = new Map(spoken.map((field) => [field.name, attributes]));
  presented.forEach((name, index) => textOf.set(name, index + 1));
  return { primary: presented, textNumbers: textOf, attributes };
};

/** By what products carry and not by what fields there are: a feed may have thousands of sparse ones. */
const carriersOf = (products: readonly Product[]): Map<string, number> => {
  const carriers = new Map<string, number>();
  for (const { fields } of products) {
    for (const name of Object.keys(fields)) carriers.set(name, (carriers.get(name) ?? 0) + 1);
  }
  return carriers;
};
