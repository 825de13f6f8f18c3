import { filterText } from '../../api/filter-text.ts';

/** What is known of a field of the catalogue: its name, and some of the values it has there. */
export type CatalogueField = {
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  readonly facetable: boolean;
  readonly examples: readonly string[];
};

/** The service shows no more of a value; one of this length may be the beginning of another. */
const maxExampleLength = 80;

/** `Shoes/Boots` → `Shoes`, `Shoes/Boots`: what is in a category is in all above it. */
const withParents = (path: string): string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));

export const listFieldValues = (fields: readonly CatalogueField[], name: string): string[] => {
  const field = fields.find((each) => each.name === name);
  const values = (field?.examples ?? []).filter(({ length }) => length < maxExampleLength);
  return [...new Set(field?.type === 'path' ? values.flatMap(withParents) : values)];
};

/** Ready filters to begin with: each value that a facet shows. */
export const suggestFilters = (fields: readonly CatalogueField[]): string[] =>
  fields
    .filter(({ facetable, type }) => facetable && type !== 'number' && type !== 'boolean')
    .flatMap(({ name }) => listFieldValues(fields, name).map((value) => filterText(name, value)));
