import type { Field } from '../../domain/dataset.ts';
import { tokenize } from '../../domain/normal-form.ts';
import type { ProductReader } from '../../engine/engine.ts';
import { removeCollections } from './collections.ts';

/** What a shop sells, as far as words go. */
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
  /** Those that say what it is: no `Sale`. */
  readonly categories: readonly string[];
  readonly brand: string | null;
  /** Short values of the attributes that shoppers narrow by. */
  readonly attributes: readonly string[];
};

export const catalogueDefaults = {
  /** Attribute fields whose values are combined with categories. */
  attributeFields: 12,
  attributeWords: 3,
  attributeLength: 25,
} as const;

type Record_ = Readonly<Record<string, unknown>>;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};

const reserved = new Set([
  'identifier',
  'displayText',
  'url',
  'imageUrl',
  'brand',
  'category',
  'groupId',
  'currency',
]);

const attributeFields = (fields: readonly Field[]): string[] =>
  fields
    .filter(
      ({ name, type, facetable }) => facetable && (type === 'text' || type === 'list') && !reserved.has(name),
    )
    .sort((a, b) => a.order - b.order)
    .slice(0, catalogueDefaults.attributeFields)
    .map(({ name }) => name);

/** `L` and `XXS` narrow a list of products, and are no words to look for. */
const isSize = (text: string): boolean => /^(x{0,4}[sl]|m)$/i.test(text);

/** Words a shopper would type: `red`, `organic cotton`; not `12 x 30`, not a sentence. */
const isSpeakable = (text: string): boolean =>
  !isSize(text) &&
  text.length <= catalogueDefaults.attributeLength &&
  text.split(/\s+/).length <= catalogueDefaults.attributeWords &&
  /^[\p{L}][\p{L}\p{M}\s'’&-]*$/u.test(text);

const toItem = (record: Record_, fields: readonly string[], paths: readonly string[]): CatalogueItem => ({
  name: textsIn(record['displayText'])[0] ?? '',
  categories: paths.flatMap((name) => textsIn(record[name])),
  brand: textsIn(record['brand'])[0] ?? null,
  attributes: fields.flatMap((name) => textsIn(record[name])).filter(isSpeakable),
});

const joined = (a: CatalogueItem, b: CatalogueItem): CatalogueItem => ({
  name: a.name,
  categories: [...new Set([...a.categories, ...b.categories])],
  brand: a.brand ?? b.brand,
  attributes: [...new Set([...a.attributes, ...b.attributes])],
});

/** Smallest list first, so that the work is bounded by the rarest word. */
const inAll = (postings: readonly ReadonlySet<number>[]): number[] => {
  const [first, ...others] = [...postings].sort((a, b) => a.size - b.size);
  return first === undefined ? [] : [...first].filter((item) => others.every((posting) => posting.has(item)));
};

const mostFrequent = (names: Iterable<string>): string | null => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? null;
};

/** Descriptions are left out: a shirt that is good for a walk through the wall garden is not about walls. */
const wordsByItem = (items: readonly CatalogueItem[], language: string): Map<string, Set<number>> => {
  const carriers = new Map<string, Set<number>>();
  for (const [place, { name, brand, categories, attributes }] of items.entries())
    for (const word of [name, brand ?? '', ...categories, ...attributes].flatMap((text) =>
      tokenize(text, language),
    )) {
      const known = carriers.get(word);
      if (known) known.add(place);
      else carriers.set(word, new Set([place]));
    }
  return carriers;
};

/** Reads a published version once. Variants of one product are one item. */
export const readCatalogue = (
  reader: Pick<ProductReader, 'fields' | 'scan'>,
  language: string,
): Catalogue => {
  const attributes = attributeFields(reader.fields);
  const paths = reader.fields.filter(({ type }) => type === 'path').map(({ name }) => name);
  const searchable = reader.fields.filter((field) => field.searchable).map(({ name }) => name);
  const decoder = new TextDecoder();
  const items: CatalogueItem[] = [];
  const places = new Map<string, number>();
  const postings = new Map<string, Set<number>>();
  for (const { identifier, record } of reader.scan()) {
    const product = JSON.parse(decoder.decode(record)) as Record_;
    if (product['available'] === false) continue;
    const family =
      typeof product['groupId'] === 'string' ? `group ${product['groupId']}` : `alone ${identifier}`;
    const place = places.get(family) ?? items.length;
    places.set(family, place);
    const item = toItem(product, attributes, paths);
    items[place] = items[place] === undefined ? item : joined(items[place], item);
    for (const word of searchable
      .flatMap((name) => textsIn(product[name]))
      .flatMap((text) => tokenize(text, language))) {
      const posting = postings.get(word);
      if (posting) posting.add(place);
      else postings.set(word, new Set([place]));
    }
  }
  const kinds = removeCollections(items, language);
  return {
    size: items.length,
    items: kinds,
    words: wordsByItem(items, language),
    find(words) {
      const found = inAll(words.map((word) => postings.get(word) ?? new Set<number>()));
      return {
        products: found.length,
        category: mostFrequent(found.flatMap((place) => kinds[place]?.categories ?? [])),
      };
    },
  };
};
