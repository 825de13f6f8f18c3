import { pathLevels } from '../domain/product.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import { isFiller } from '../domain/filler-words.ts';

export const combinationDefaults = {
  /** Products a combination must find before it is worth suggesting. */
  minimumProducts: 2,
  /** Words that stand side by side in product names are worth suggesting from this many products on. */
  minimumNames: 3,
  /** Of each kind those with most products are kept. */
  most: 50_000,
  mostRuns: 8_000,
} as const;

const lastLevel = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Said already: `Running shoes` in the category `Shoes` needs no `Running shoes shoes`. */
const saysSo = (value: string, category: string): boolean =>
  value.toLowerCase().includes(category.toLowerCase());

const together = (value: string, category: string): string =>
  saysSo(value, category) ? value : `${value} ${category}`;

/** Everything a shopper could call one product by: its category, its brand, each with the other, and each attribute. */
export function* namesOf({ categories, brand, attributes }: CatalogueItem): Generator<string> {
  const leaves = new Set(categories.map(lastLevel));
  const levels = new Set(categories.flatMap(pathLevels).map(lastLevel));
  yield* levels;
  if (brand !== null) yield brand;
  for (const leaf of leaves) {
    if (brand !== null) yield together(brand, leaf);
    for (const value of new Set(attributes)) yield together(value, leaf);
  }
}

/**
 * Two or three words that stand side by side in a name: `toner cartridge`. Where a feed has no categories, they
 * say what a product is. Words with digits are models, and words like `for` hold a name together.
 */
export function* runsOf({ name }: CatalogueItem): Generator<string> {
  const words = name.match(/[\p{L}\p{M}\p{N}'’&.-]+|[^\s]/gu) ?? [];
  for (const length of [2, 3])
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length);
      if (run.every((word) => /^[\p{L}][\p{L}\p{M}'’-]+$/u.test(word)) && isNamed(run)) yield run.join(' ');
    }
}

const isNamed = (run: readonly string[]): boolean => !isFiller(run[0] ?? '') && !isFiller(run.at(-1) ?? '');

const mostFound = (
  items: readonly CatalogueItem[],
  namesIn: (item: CatalogueItem) => Iterable<string>,
  { least, most }: { readonly least: number; readonly most: number },
): string[] => {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const name of new Set(namesIn(item))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, products]) => products >= least)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
};

/** Brand × category, category × attribute and runs of names, as far as they exist in the catalogue often enough. */
export const combinations = ({ items }: Pick<Catalogue, 'items'>): string[] => {
  const { minimumProducts, minimumNames, most, mostRuns } = combinationDefaults;
  return [
    ...mostFound(items, namesOf, { least: minimumProducts, most }),
    ...mostFound(items, runsOf, { least: minimumNames, most: mostRuns }),
  ];
};
