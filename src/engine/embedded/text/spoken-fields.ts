import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';

/** Fields whose words are found. A brand and a category always speak, whatever the mapping says. */
export const speaks = (field: Field): boolean =>
  field.searchable || field.name === 'brand' || field.name === 'category' || field.type === 'path';

/** The texts of one value. Levels of a path and entries of a list stand for themselves. */
export const textsOf = (value: FieldValue): readonly string[] =>
  typeof value === 'object' ? value : String(value).split('/');

const isRole = (field: Field): boolean =>
  field.name === 'brand' || field.name === 'category' || field.type === 'path';

export type SpokenFields = {
  /** Each is a text of its own, held against its own usual length. */
  readonly presented: readonly Field[];
  /** Taken together as one text: there may be thousands, each carried by a few products. */
  readonly attributes: readonly Field[];
};

/**
 * What presents a product and what only describes it. Asked of the products, because a mapping says that a
 * field is searchable but not how much it says: a description or a code stands on nearly every product, a
 * socket type on some.
 */
export const spokenFields = (
  products: readonly Product[],
  fields: readonly Field[],
  presentedShare: number,
): SpokenFields => {
  const spoken = fields.filter((field) => speaks(field) && field.name !== 'displayText');
  const isPresented = (field: Field): boolean =>
    isRole(field) || (!field.facetable && isCarriedBy(products, field.name, presentedShare));
  return {
    presented: spoken.filter(isPresented),
    attributes: spoken.filter((field) => !isPresented(field)),
  };
};

const isCarriedBy = (products: readonly Product[], name: string, share: number): boolean => {
  const carrying = products.filter((product) => Object.hasOwn(product.fields, name)).length;
  return carrying >= products.length * share;
};
