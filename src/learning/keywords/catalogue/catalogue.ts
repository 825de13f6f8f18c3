import { getOrAdd } from '../../../domain/memoize.ts';
import type { Field } from '../../../domain/dataset.ts';
import { tokenize } from '../../../domain/normal-form.ts';
import { decodeRecord, type ProductRecord } from '../../../domain/product-record.ts';
import { type ProductReader, type ProductRow, scanPages } from '../../../engine/engine.ts';
import { pathLevels } from '../../../domain/product.ts';
import { countValues } from '../words/tables.ts';

export type Catalogue = {
  readonly size: number;
  readonly items: readonly CatalogueItem[];
  /** Every word of names, brands, categories and attributes, with the products that carry it. */
  readonly words: ReadonlyMap<string, ReadonlySet<number>>;
  /** Products that carry all the words, and the category most of them are in. */
  find(words: readonly string[]): { readonly products: number; readonly category: string | null };
};

/** One product with all its variants. */
export type CatalogueItem = {
  readonly name: string;
  /** Categories that say what the product is: without collections such as `Sale`. */
  readonly categories: readonly string[];
  readonly brand: string | null;
  /** Short values of the attributes that shoppers narrow by. */
  readonly attributes: readonly string[];
};

const catalogueDefaults = {
  /** Attribute fields whose values are combined with categories. */
  attributeFields: 12,
  attributeWords: 3,
  attributeLength: 25,
} as const;

const readTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  const isScalar = (item: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof item);
  return Array.isArray(value) ? value.filter(isScalar).map(String) : [];
};

const reservedFields = new Set(
  'identifier displayText url imageUrl brand category groupId currency'.split(' '),
);

const attributeFields = (fields: readonly Field[]): string[] =>
  fields
    .filter(
      ({ name, type, facetable }) =>
        facetable && (type === 'text' || type === 'list') && !reservedFields.has(name),
    )
    .sort((a, b) => a.order - b.order)
    .slice(0, catalogueDefaults.attributeFields)
    .map(({ name }) => name);

/** `L` and `XXS` are filters, not words that shoppers search for. */
const isSize = (text: string): boolean => /^(x{0,4}[sl]|m)$/i.test(text);

/** A value that a shopper would type: `red`, `organic cotton`; not `12 x 30`, not a sentence. */
const isSearchableValue = (text: string): boolean =>
  !isSize(text) &&
  text.length <= catalogueDefaults.attributeLength &&
  text.split(/\s+/).length <= catalogueDefaults.attributeWords &&
  /^[\p{L}][\p{L}\p{M}\s'’&-]*$/u.test(text);

const toItem = (record: ProductRecord, fields: readonly string[], paths: readonly string[]) => ({
  name: readTexts(record['displayText'])[0] ?? '',
  categories: paths.flatMap((name) => readTexts(record[name])),
  brand: readTexts(record['brand'])[0] ?? null,
  attributes: fields.flatMap((name) => readTexts(record[name])).filter(isSearchableValue),
});

const mergeVariants = (a: CatalogueItem, b: CatalogueItem): CatalogueItem => ({
  name: a.name,
  categories: [...new Set([...a.categories, ...b.categories])],
  brand: a.brand ?? b.brand,
  attributes: [...new Set([...a.attributes, ...b.attributes])],
});

/** Starts from the smallest set, so that the rarest word bounds the work. */
const intersect = (postings: readonly ReadonlySet<number>[]): number[] => {
  const [first, ...others] = [...postings].sort((a, b) => a.size - b.size);
  return first === undefined ? [] : [...first].filter((item) => others.every((posting) => posting.has(item)));
};

const mostFrequent = (names: Iterable<string>): string | null =>
  [...countValues(names)].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? null;

/** Descriptions are left out: most of their words say little about what the product is. */
const indexWords = (items: readonly CatalogueItem[], language: string): Map<string, Set<number>> => {
  const itemsByWord = new Map<string, Set<number>>();
  for (const [index, { name, brand, categories, attributes }] of items.entries())
    addPosting(itemsByWord, [name, brand ?? '', ...categories, ...attributes], index, language);
  return itemsByWord;
};

const addPosting = (
  postings: Map<string, Set<number>>,
  texts: readonly string[],
  index: number,
  language: string,
): void => {
  for (const word of texts.flatMap((text) => tokenize(text, language)))
    getOrAdd(postings, word, () => new Set()).add(index);
};

/** Reads a published version in one scan. */
export const readCatalogue = async (
  reader: Pick<ProductReader, 'fields' | 'scan'>,
  language: string,
): Promise<Catalogue> => {
  const builder = createCatalogueBuilder(reader.fields, language);
  for await (const page of scanPages(reader)) page.forEach(builder.add);
  return builder.finish();
};

/** Collects rows into a catalogue. Variants of one product are one item. */
export const createCatalogueBuilder = (fields: readonly Field[], language: string) => {
  const attributes = attributeFields(fields);
  const paths = fields.filter(({ type }) => type === 'path').map(({ name }) => name);
  const searchable = fields.filter((field) => field.searchable).map(({ name }) => name);
  const items: CatalogueItem[] = [];
  const itemsByFamily = new Map<string, number>();
  const postings = new Map<string, Set<number>>();
  const add = ({ identifier, record }: ProductRow): void => {
    const product = decodeRecord(record);
    if (product['available'] === false) return;
    const family =
      typeof product['groupId'] === 'string' ? `group ${product['groupId']}` : `alone ${identifier}`;
    const index = itemsByFamily.get(family) ?? items.length;
    itemsByFamily.set(family, index);
    const item = toItem(product, attributes, paths);
    items[index] = items[index] === undefined ? item : mergeVariants(items[index], item);
    const texts = searchable.flatMap((name) => readTexts(product[name]));
    addPosting(postings, texts, index, language);
  };
  return { add, finish: () => finishCatalogue(items, postings, language) };
};

const finishCatalogue = (
  items: readonly CatalogueItem[],
  postings: ReadonlyMap<string, ReadonlySet<number>>,
  language: string,
): Catalogue => {
  const kinds = removeCollections(items, language);
  return {
    size: items.length,
    items: kinds,
    words: indexWords(items, language),
    find(words) {
      const found = intersect(words.map((word) => postings.get(word) ?? new Set<number>()));
      return {
        products: found.length,
        category: mostFrequent(found.flatMap((index) => kinds[index]?.categories ?? [])),
      };
    },
  };
};

const collectionDefaults = {
  productsAtLeast: 6,
  /** Share of its products that must also be in other branches. */
  inOtherBranchesShare: 0.9,
  /** Its products are in at least this many other categories, and no more than this share in one of them. */
  otherCategoriesAtLeast: 3,
  maximumInOneOther: 0.6,
  /** In a real category many products are named after it: `Wind Jacket` in `Jackets`. In a collection fewer are. */
  maximumNamedShare: 0.1,
} as const;

type Item = Pick<CatalogueItem, 'name' | 'categories'>;
/**
 * Removes categories that hold products of all kinds (`Sale`, `New in`, `Erin Recommends`): they do not say what a
 * product is. A product without another category keeps them.
 */
const removeCollections = <T extends Item>(items: readonly T[], language: string): T[] => {
  const collections = findCollections(items, language);
  if (collections.size === 0) return [...items];
  const isKind = (path: string): boolean => !pathLevels(path).some((level) => collections.has(level));
  return items.map((item) => {
    const kinds = item.categories.filter(isKind);
    return kinds.length === 0 ? item : { ...item, categories: kinds };
  });
};

const findCollections = (items: readonly Item[], language: string): Set<string> => {
  const memberships = items.flatMap((item) =>
    [...new Set(item.categories.flatMap(pathLevels))].map((level) => ({ level, item })),
  );
  const found = [...Map.groupBy(memberships, ({ level }) => level)].filter(([path, own]) =>
    isCollection(
      path,
      own.map(({ item }) => item),
      language,
    ),
  );
  return new Set(found.map(([path]) => path));
};

const isCollection = (path: string, members: readonly Item[], language: string): boolean => {
  const limits = collectionDefaults;
  if (members.length < limits.productsAtLeast) return false;
  const others = members.map(({ categories }) => categories.filter((other) => !areInOneBranch(path, other)));
  const share = (count: number): number => count / members.length;
  if (share(others.filter((own) => own.length > 0).length) < limits.inOtherBranchesShare) return false;
  const counts = countValues(others.flat());
  const mostInOne = Math.max(0, ...counts.values());
  if (counts.size < limits.otherCategoriesAtLeast || share(mostInOne) > limits.maximumInOneOther)
    return false;
  const words = tokenize(path.slice(path.lastIndexOf('/') + 1), language);
  const named = members.filter(({ name }) => tokenize(name, language).some((word) => words.includes(word)));
  return share(named.length) < limits.maximumNamedShare;
};

const areInOneBranch = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
