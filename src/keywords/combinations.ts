import { pathLevels } from '../domain/product.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';

export const combinationDefaults = {
  /** Products a combination must find before it is worth suggesting. */
  minimumProducts: 2,
  /** The combinations with most products are kept. */
  most: 50_000,
} as const;

const lastLevel = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Said already: `Running shoes` in the category `Shoes` needs no `Running shoes shoes`. */
const saysSo = (value: string, category: string): boolean =>
  value.toLowerCase().includes(category.toLowerCase());

const together = (value: string, category: string): string =>
  saysSo(value, category) ? value : `${value} ${category}`;

/** Everything a shopper could call one product by: its category, its brand, each with the other, and each attribute. */
function* namesOf({ categories, brand, attributes }: CatalogueItem): Generator<string> {
  const leaves = new Set(categories.map(lastLevel));
  const levels = new Set(categories.flatMap(pathLevels).map(lastLevel));
  yield* levels;
  if (brand !== null) yield brand;
  for (const leaf of leaves) {
    if (brand !== null) yield together(brand, leaf);
    for (const value of new Set(attributes)) yield together(value, leaf);
  }
}

/** Brand × category and category × attribute, as far as they exist in the catalogue often enough. */
export const combinations = (catalogue: Catalogue): string[] => {
  const counts = new Map<string, number>();
  for (const item of catalogue.items) {
    for (const name of new Set(namesOf(item))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, products]) => products >= combinationDefaults.minimumProducts)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, combinationDefaults.most)
    .map(([name]) => name);
};
