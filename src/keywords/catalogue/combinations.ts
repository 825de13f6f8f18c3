import { isStopWord } from '../../domain/stop-words.ts';
import { tokenize } from '../../domain/normal-form.ts';
import { pathLevels } from '../../domain/product.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import type { ApplyCasing } from './casing.ts';

export const combinationDefaults = {
  /** Products a combination must find before it is worth suggesting. */
  minimumProducts: 2,
  /** Words that stand side by side in product names are worth suggesting from this many products on. */
  minimumNgramProducts: 3,
  /** Of each kind those with most products are kept. */
  nameLimit: 50_000,
  ngramLimit: 8_000,
  ngramLengths: [2, 3, 4],
  /** A run of which so much stands inside longer ones is a piece of those: `Lever Arch` of `Lever Arch File`. */
  partialShare: 0.7,
} as const;

const lastLevel = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * An attribute or a brand with a category, and nothing said twice: `Running shoes` in `Shoes` needs no `Running shoes
 * shoes`, and a `Tee` is one of the `Tees`.
 */
const together = (value: string, category: string, language: string): string => {
  if (value.toLowerCase().includes(category.toLowerCase())) return value;
  const [words, kinds] = [tokenize(value, language), tokenize(category, language)];
  if (words.every((word) => kinds.includes(word))) return category;
  return kinds.some((word) => words.includes(word) && !isStopWord(word)) ? value : `${value} ${category}`;
};

/** Everything a shopper could call one product by: its category, its brand, each with the other, and each attribute. */
export function* generateNames(
  { categories, brand, attributes }: CatalogueItem,
  language: string,
): Generator<string> {
  const leaves = new Set(categories.map(lastLevel));
  const levels = new Set(categories.flatMap(pathLevels).map(lastLevel));
  yield* levels;
  if (brand !== null) yield brand;
  for (const leaf of leaves) {
    if (brand !== null) yield together(brand, leaf, language);
    for (const value of new Set(attributes)) yield together(value, leaf, language);
  }
}

/**
 * Two or three words that stand side by side in a name: `toner cartridge`. Where a feed has no categories, they
 * say what a product is. Words with digits are models, and words like `for` hold a name together.
 */
export function* generateNgrams({ name }: Pick<CatalogueItem, 'name'>): Generator<string> {
  const words = tokenise(name);
  for (const length of combinationDefaults.ngramLengths)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length);
      if (run.every(isWord) && isNamed(run)) yield run.join(' ');
    }
}

/** Words and signs of a name. */
export const tokenise = (name: string): readonly string[] =>
  name.match(/[\p{L}\p{M}\p{N}'’&.-]+|[^\s]/gu) ?? [];

/** `Gb` is no word, nor is `V7`. */
export const isWord = (word: string): boolean =>
  /^[\p{L}][\p{L}\p{M}'’-]{2,}$/u.test(word) || isStopWord(word);

/** `Light Light` is what is left of `Light Light Black`, and `home audio set Home` says `home` twice. */
const isNamed = (run: readonly string[]): boolean =>
  !isStopWord(run[0] ?? '') &&
  !isStopWord(run.at(-1) ?? '') &&
  new Set(run.map((word) => word.toLowerCase())).size === run.length;

type Counts = ReadonlyMap<string, number>;

const countOf = (
  items: readonly CatalogueItem[],
  namesIn: (item: CatalogueItem) => Iterable<string>,
  write: ApplyCasing,
): Map<string, number> => {
  const written = new Map<string, string>();
  const writingOf = (name: string): string => {
    const known = written.get(name) ?? write(name);
    written.set(name, known);
    return known;
  };
  const counts = new Map<string, number>();
  for (const item of items)
    for (const name of new Set(Array.from(namesIn(item), writingOf)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** A name, and how many products are called by it in just this way. */
export type Combination = { readonly name: string; readonly products: number };

const mostFound = (counts: Counts, least: number, most: number): Combination[] =>
  [...counts]
    .map(([name, products]) => ({ name, products }))
    .filter(({ products }) => products >= least)
    .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1))
    .slice(0, most);

/** Only runs that stand by themselves: those that mostly go on with another word, or always after one, do not. */
const withoutPieces = (counts: Counts): Map<string, number> => {
  const goesOn = new Map<string, number>();
  const pieces = new Set<string>();
  for (const [run, count] of counts) {
    const [beginning, end] = [run.slice(0, run.lastIndexOf(' ')), run.slice(run.indexOf(' ') + 1)];
    goesOn.set(beginning, (goesOn.get(beginning) ?? 0) + count);
    if (count >= combinationDefaults.partialShare * (counts.get(end) ?? Infinity)) pieces.add(end);
  }
  const isWhole = (run: string, count: number): boolean =>
    !pieces.has(run) && (goesOn.get(run) ?? 0) < combinationDefaults.partialShare * count;
  return new Map([...counts].filter(([run, count]) => isWhole(run, count)));
};

/** Brand × category, category × attribute and runs of names, as far as they exist in the catalogue often enough. */
export const findCombinations = (
  { items }: Pick<Catalogue, 'items'>,
  language: string,
  write: ApplyCasing,
): Combination[] => {
  const {
    minimumProducts,
    minimumNgramProducts: minimumNames,
    nameLimit: most,
    ngramLimit: mostRuns,
  } = combinationDefaults;
  const names = countOf(items, (item) => generateNames(item, language), write);
  const runs = countOf(items, generateNgrams, write);
  return [
    ...mostFound(names, minimumProducts, most),
    ...mostFound(withoutPieces(runs), minimumNames, mostRuns),
  ];
};
