import { checkFilterFields, type KnownField } from '../../../declare/check/check-applied.ts';
import type { Filter } from '../../../domain/filter.ts';
import { createQuery, createTypedQuery, type ProductReader, type TextQuery } from '../../../engine/engine.ts';
import { readFilterText } from '../core/item-checks.ts';
import { presentRow } from './presenter.ts';
import type { WireProductSummary } from './routes.ts';

export const findProductsDefaults = { pageSize: 24, candidates: 1000, byIdentifier: 12 } as const;

type ProductMatches = { readonly products: WireProductSummary[]; readonly count: number };

type ProductsWanted = { readonly text: string; readonly filter: Filter | null; readonly page: number };

/**
 * Products by a prefix of the identifier, then by words; without a text, in the order of identifiers. A prefix finds every
 * variant; the rest is one row of each family. Words find what is in stock.
 */
export const findProducts = async (
  reader: ProductReader,
  { text, filter, page }: ProductsWanted,
): Promise<ProductMatches> => {
  const query = text.trim();
  if (query === '') return listFamilies(reader, filter, page);
  const idMatches = filter === null ? await findByIdentifier(reader, query) : [];
  const all = await findByWords(reader, createTypedQuery(query, 'All'), filter, page);
  const { hits, count } =
    all.count > 0 ? all : await findByWords(reader, createTypedQuery(query, 'Any'), filter, page);
  const others = hits.filter(({ identifier }) => !idMatches.some((known) => known.identifier === identifier));
  const first = page === 1 ? idMatches : [];
  return { products: [...first, ...others.map(presentRow)], count: Math.max(count, idMatches.length) };
};

const listFamilies = async (
  reader: ProductReader,
  filter: Filter | null,
  page: number,
): Promise<ProductMatches> => {
  const { pageSize: size } = findProductsDefaults;
  const { rows, count } = await reader.findFamilies({ filter, skip: (page - 1) * size, size });
  return { products: rows.map(presentRow), count };
};

const findByIdentifier = async (reader: ProductReader, prefix: string) =>
  (await reader.findByPrefix(prefix, findProductsDefaults.byIdentifier)).map(presentRow);

const findByWords = (reader: ProductReader, query: TextQuery, filter: Filter | null, number: number) => {
  const { pageSize, candidates } = findProductsDefaults;
  const seed = { kind: 'text', source: null, query } as const;
  const page = { skip: (number - 1) * pageSize, take: pageSize };
  return reader.search({ ...createQuery(seed, candidates), filter, page });
};

/** The filter of a query; null for none. Throws for a text that is no filter, and for fields that nobody has. */
export const readFilter = (text: string | undefined, fields: readonly KnownField[]): Filter | null => {
  if (text === undefined || text.trim() === '') return null;
  const filter = readFilterText('$.filter', text);
  checkFilterFields('$.filter', filter, fields);
  return filter;
};
