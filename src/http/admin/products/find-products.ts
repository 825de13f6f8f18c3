import type { SearchMode } from '../../../domain/strategy.ts';
import { decodeRecord } from '../../../domain/product-record.ts';
import {
  createQuery,
  createTypedQuery,
  type ProductReader,
  type ProductRow,
} from '../../../engine/engine.ts';
import { presentProduct } from './presenter.ts';
import type { WireProductSummary } from './schema.ts';

export const findProductsDefaults = { pageSize: 24, candidates: 1000, byIdentifier: 12 } as const;

type ProductMatches = { readonly products: WireProductSummary[]; readonly count: number };

/** Products by a prefix of the identifier, then by words; without a text, in stored order. */
export const findProducts = async (
  reader: ProductReader,
  text: string,
  page: number,
): Promise<ProductMatches> => {
  const { pageSize } = findProductsDefaults;
  const query = text.trim();
  if (query === '')
    return { products: await listRows(reader, (page - 1) * pageSize, pageSize), count: reader.size };
  const idMatches = (await reader.findByPrefix(query, findProductsDefaults.byIdentifier)).map(presentHit);
  const all = await findByWords(reader, query, 'All', page);
  const { hits, count } = all.count > 0 ? all : await findByWords(reader, query, 'Any', page);
  const others = hits.filter(({ identifier }) => !idMatches.some((known) => known.identifier === identifier));
  const first = page === 1 ? idMatches : [];
  return { products: [...first, ...others.map(presentHit)], count: Math.max(count, idMatches.length) };
};

const listRows = async (reader: ProductReader, skip: number, size: number) =>
  (await reader.scan({ after: null, skip, size })).map(presentHit);

const findByWords = (reader: ProductReader, text: string, searchMode: SearchMode, number: number) => {
  const { pageSize, candidates } = findProductsDefaults;
  const seed = { kind: 'text', source: null, query: createTypedQuery(text, searchMode) } as const;
  const page = { skip: (number - 1) * pageSize, take: pageSize };
  return reader.search({ ...createQuery(seed, candidates), page });
};

const presentHit = ({ identifier, record }: ProductRow): WireProductSummary =>
  presentProduct(identifier, decodeRecord(record));
