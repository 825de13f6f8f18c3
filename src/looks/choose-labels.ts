import type { Field } from '../domain/dataset.ts';
import type { FieldValue, Product } from '../domain/product.ts';

/** The field whose values say which products belong together, and the label of each product. */
export type Labels = {
  readonly field: string | null;
  readonly labelOf: (product: Product) => string | null;
};

const labelDefaults = {
  /** Share of the products that must have a value. */
  coverage: 0.5,
  /** Products for each value on average: names and codes have about one. */
  productsPerValue: 4,
} as const;

/** Of several category paths the first of the deepest, as for "same as source"; of a list its first entry. */
const readLabel = (field: Field, value: FieldValue | undefined): string | null => {
  if (value === undefined) return null;
  const texts = (typeof value === 'object' ? value : [value]).map(String).filter((text) => text !== '');
  if (field.type !== 'path') return texts[0] ?? null;
  const depth = (path: string): number => path.split('/').length;
  return texts.reduce<string | null>(
    (best, path) => (best === null || depth(path) > depth(best) ? path : best),
    null,
  );
};

const countValues = (products: readonly Product[], field: Field) => {
  const values = new Set<string>();
  let carriers = 0;
  for (const { fields } of products) {
    const label = readLabel(field, fields[field.name]);
    if (label === null) continue;
    carriers += 1;
    values.add(label);
  }
  return { carriers, values: values.size };
};

/**
 * Category paths first, then other facets, in the order of the mapping: the first field that most products have,
 * with few enough values. Null when there is none.
 */
export const chooseLabels = (products: readonly Product[], fields: readonly Field[]): Labels => {
  const facets = fields.filter(({ facetable, type }) => facetable && ['path', 'text'].includes(type));
  const ordered = [
    ...facets.filter(({ type }) => type === 'path'),
    ...facets.filter(({ type }) => type !== 'path'),
  ];
  const chosen = ordered.find((field) => {
    const { carriers, values } = countValues(products, field);
    return (
      carriers >= products.length * labelDefaults.coverage &&
      values >= 2 &&
      carriers >= values * labelDefaults.productsPerValue
    );
  });
  if (chosen === undefined) return { field: null, labelOf: () => null };
  return { field: chosen.name, labelOf: ({ fields: values }) => readLabel(chosen, values[chosen.name]) };
};
