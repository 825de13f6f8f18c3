import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { speaks, textsOf } from './spoken-fields.ts';

/**
 * How much a product says when its words are the question. A question of everything it says would find what
 * shares its boilerplate, and would look at most of the catalogue to do so.
 */
const limits = {
  nameWords: 12,
  /** Facets, in the order of the mapping: what a shop sorts its products by tells kinds apart best. */
  attributes: 4,
  attributeWords: 3,
} as const;

export type TextPart = { readonly text: string };

/** What a product without a picture asks with: name, brand, innermost category, a few short attributes. */
export const textParts = (
  displayText: string,
  values: Readonly<Record<string, FieldValue>>,
  fields: readonly Field[],
): TextPart[] => {
  const spoken = fields.filter((field) => speaks(field) && Object.hasOwn(values, field.name));
  const textOf = (field: Field): string => innermost(values[field.name] ?? '', field);
  const roles = spoken.filter((field) => field.name === 'brand' || field.type === 'path');
  const attributes = spoken
    .filter((field) => field.facetable && !roles.includes(field) && field.name !== 'displayText')
    .map(textOf)
    .filter((text) => text !== '' && text.split(/\s+/).length <= limits.attributeWords);
  const name = displayText.split(/\s+/).slice(0, limits.nameWords).join(' ');
  return [name, ...roles.map(textOf), ...attributes.slice(0, limits.attributes)].map((text) => ({ text }));
};

const innermost = (value: FieldValue, field: Field): string =>
  (field.type === 'path' ? textsOf(value).at(-1) : textsOf(value)[0])?.trim() ?? '';
