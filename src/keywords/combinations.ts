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
  runLengths: [2, 3, 4],
  /** A run of which so much stands inside longer ones is a piece of those: `Lever Arch` of `Lever Arch File`. */
  pieceShare: 0.7,
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
  for (const length of combinationDefaults.runLengths)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length);
      if (run.every(isWord) && isNamed(run)) yield run.join(' ');
    }
}

/** `Gb` is no word, nor is `V7`. */
const isWord = (word: string): boolean => /^[\p{L}][\p{L}\p{M}'’-]{2,}$/u.test(word) || isFiller(word);

/** `Light Light` is what is left of `Light Light Black`. */
const isNamed = (run: readonly string[]): boolean =>
  !isFiller(run[0] ?? '') && !isFiller(run.at(-1) ?? '') && new Set(run).size === run.length;

type Counts = ReadonlyMap<string, number>;

const countOf = (
  items: readonly CatalogueItem[],
  namesIn: (item: CatalogueItem) => Iterable<string>,
): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const name of new Set(namesIn(item))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const mostFound = (counts: Counts, least: number, most: number): string[] =>
  [...counts]
    .filter(([, products]) => products >= least)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);

/** Only runs that stand by themselves: those that mostly go on with another word, or always after one, do not. */
const withoutPieces = (counts: Counts): Map<string, number> => {
  const goesOn = new Map<string, number>();
  const pieces = new Set<string>();
  for (const [run, count] of counts) {
    const [beginning, end] = [run.slice(0, run.lastIndexOf(' ')), run.slice(run.indexOf(' ') + 1)];
    goesOn.set(beginning, (goesOn.get(beginning) ?? 0) + count);
    if (count >= combinationDefaults.pieceShare * (counts.get(end) ?? Infinity)) pieces.add(end);
  }
  const isWhole = (run: string, count: number): boolean =>
    !pieces.has(run) && (goesOn.get(run) ?? 0) < combinationDefaults.pieceShare * count;
  return new Map([...counts].filter(([run, count]) => isWhole(run, count)));
};

/** Brand × category, category × attribute and runs of names, as far as they exist in the catalogue often enough. */
export const combinations = ({ items }: Pick<Catalogue, 'items'>): string[] => {
  const { minimumProducts, minimumNames, most, mostRuns } = combinationDefaults;
  return [
    ...mostFound(countOf(items, namesOf), minimumProducts, most),
    ...mostFound(withoutPieces(countOf(items, runsOf)), minimumNames, mostRuns),
  ];
};
