import type { SearchMode } from '../../../domain/strategy.ts';
import { createQuery, type ProductReader, createTypedQuery } from '../../../engine/engine.ts';
import { presentProduct, readRecord } from './presenter.ts';
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
    return { products: listRows(reader, (page - 1) * pageSize, pageSize), count: reader.size };
  const idMatches = findByIdentifier(reader, query);
  const all = await findByWords(reader, query, 'All', page);
  const { hits, count } = all.count > 0 ? all : await findByWords(reader, query, 'Any', page);
  const others = hits.filter(({ identifier }) => !idMatches.some((known) => known.identifier === identifier));
  const first = page === 1 ? idMatches : [];
  return { products: [...first, ...others.map(presentHit)], count: Math.max(count, idMatches.length) };
};

const listRows = (reader: ProductReader, skip: number, take: number): WireProductSummary[] => {
  const products: WireProductSummary[] = [];
  let row = 0;
  for (const hit of reader.scan()) {
    if (row >= skip) products.push(presentHit(hit));
    if ((row += 1) >= skip + take) break;
  }
  return products;
};

const findByIdentifier = (reader: ProductReader, start: string): WireProductSummary[] => {
  const prefix = start.toLowerCase();
  const products: WireProductSummary[] = [];
  for (const hit of reader.scan()) {
    if (!hit.identifier.toLowerCase().startsWith(prefix)) continue;
    products.push(presentHit(hit));
    if (products.length >= findProductsDefaults.byIdentifier) break;
  }
  return products;
};

const findByWords = (reader: ProductReader, text: string, searchMode: SearchMode, number: number) => {
  const { pageSize, candidates } = findProductsDefaults;
  const seed = { kind: 'text', source: null, query: createTypedQuery(text, searchMode) } as const;
  const page = { skip: (number - 1) * pageSize, take: pageSize };
  return reader.search({ ...createQuery(seed, candidates), page });
};

const presentHit = ({
  identifier,
  record,
}: {
  identifier: string;
  record: Uint8Array;
}): WireProductSummary => {
  return presentProduct(identifier, readRecord(record));
};
