import type { Filter } from '../../../domain/filter.ts';
import { decodeRecord } from '../../../domain/product-record.ts';
import {
  createQuery,
  createTypedQuery,
  type ProductReader,
  type ProductRow,
  type TextQuery,
} from '../../../engine/engine.ts';
import { presentProduct } from './presenter.ts';
import type { WireProductSummary } from './schema.ts';

export const findProductsDefaults = { pageSize: 24, candidates: 1000, byIdentifier: 12 } as const;

type ProductMatches = { readonly products: WireProductSummary[]; readonly count: number };

type ProductsWanted = { readonly text: string; readonly filter: Filter | null; readonly page: number };

/**
 * Products by a prefix of the identifier, then by words; without a text, in the order of identifiers. Words find
 * products in stock, one for each family; a prefix, a filter or nothing finds every row.
 */
export const findProducts = async (
  reader: ProductReader,
  { text, filter, page }: ProductsWanted,
): Promise<ProductMatches> => {
  const query = text.trim();
  if (query === '') return listRows(reader, filter, page);
  const idMatches = filter === null ? await findByIdentifier(reader, query) : [];
  const all = await findByWords(reader, createTypedQuery(query, 'All'), filter, page);
  const { hits, count } =
    all.count > 0 ? all : await findByWords(reader, createTypedQuery(query, 'Any'), filter, page);
  const others = hits.filter(({ identifier }) => !idMatches.some((known) => known.identifier === identifier));
  const first = page === 1 ? idMatches : [];
  return { products: [...first, ...others.map(presentHit)], count: Math.max(count, idMatches.length) };
};

const listRows = async (
  reader: ProductReader,
  filter: Filter | null,
  page: number,
): Promise<ProductMatches> => {
  const { pageSize: size } = findProductsDefaults;
  const skip = (page - 1) * size;
  if (filter === null) {
    const rows = await reader.scan({ after: null, skip, size });
    return { products: rows.map(presentHit), count: reader.size };
  }
  const { rows, count } = await reader.findRows({ filter, skip, size });
  return { products: rows.map(presentHit), count };
};

const findByIdentifier = async (reader: ProductReader, prefix: string) =>
  (await reader.findByPrefix(prefix, findProductsDefaults.byIdentifier)).map(presentHit);

const findByWords = (reader: ProductReader, query: TextQuery, filter: Filter | null, number: number) => {
  const { pageSize, candidates } = findProductsDefaults;
  const seed = { kind: 'text', source: null, query } as const;
  const page = { skip: (number - 1) * pageSize, take: pageSize };
  return reader.search({ ...createQuery(seed, candidates), filter, page });
};

const presentHit = ({ identifier, record }: ProductRow): WireProductSummary =>
  presentProduct(identifier, decodeRecord(record));
