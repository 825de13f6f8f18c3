import { filterText } from '../../api/filter-text.ts';

/** A field of the catalogue with some of its values. */
export type CatalogueField = {
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  readonly facetable: boolean;
  readonly examples: readonly string[];
};

/** The service cuts example values at this length, so one of this length may be incomplete. */
const maxExampleLength = 80;

/** `Shoes/Boots` → `Shoes`, `Shoes/Boots`: a product of a category is in its parents too. */
const withParents = (path: string): string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));

export const listFieldValues = (fields: readonly CatalogueField[], name: string): string[] => {
  const field = fields.find((each) => each.name === name);
  const values = (field?.examples ?? []).filter(({ length }) => length < maxExampleLength);
  return [...new Set(field?.type === 'path' ? values.flatMap(withParents) : values)];
};

/** Filter suggestions: one for each value of a facetable field. */
export const suggestFilters = (fields: readonly CatalogueField[]): string[] =>
  fields
    .filter(({ facetable, type }) => facetable && type !== 'number' && type !== 'boolean')
    .flatMap(({ name }) => listFieldValues(fields, name).map((value) => filterText(name, value)));
