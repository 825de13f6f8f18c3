import { noArrangement, type ProductReader, type Question } from '../../../engine/engine.ts';
import { presentProduct, readRecord } from './presenter.ts';
import type { WireFoundProduct } from './schema.ts';

export const findProductsDefaults = { pageSize: 24, candidates: 1000, byIdentifier: 12 } as const;

type Found = { readonly products: WireFoundProduct[]; readonly count: number };

/** To pick one: by the beginning of its identifier, or by its words. Without either, as they come. */
export const findProducts = async (reader: ProductReader, text: string, page: number): Promise<Found> => {
  const { pageSize } = findProductsDefaults;
  const wanted = text.trim();
  if (wanted === '') return { products: slice(reader, (page - 1) * pageSize, pageSize), count: reader.size };
  const named = byIdentifier(reader, wanted);
  const all = await byWords(reader, wanted, 'All', page);
  const { hits, count } = all.count > 0 ? all : await byWords(reader, wanted, 'Any', page);
  const others = hits.filter(({ identifier }) => !named.some((known) => known.identifier === identifier));
  const first = page === 1 ? named : [];
  return { products: [...first, ...others.map(presentHit)], count: Math.max(count, named.length) };
};

function slice(reader: ProductReader, skip: number, take: number): WireFoundProduct[] {
  const products: WireFoundProduct[] = [];
  let row = 0;
  for (const hit of reader.scan()) {
    if (row >= skip) products.push(presentHit(hit));
    if ((row += 1) >= skip + take) break;
  }
  return products;
}

function byIdentifier(reader: ProductReader, start: string): WireFoundProduct[] {
  const wanted = start.toLowerCase();
  const products: WireFoundProduct[] = [];
  for (const hit of reader.scan()) {
    if (!hit.identifier.toLowerCase().startsWith(wanted)) continue;
    products.push(presentHit(hit));
    if (products.length >= findProductsDefaults.byIdentifier) break;
  }
  return products;
}

function byWords(reader: ProductReader, text: string, searchMode: 'All' | 'Any', page: number) {
  const { pageSize, candidates } = findProductsDefaults;
  const question: Question = {
    seed: {
      kind: 'text',
      source: null,
      query: {
        text,
        searchMode,
        fuzzySensitiveness: 'One',
        minimumFuzzyTermLength: 4,
        enableFuzzyNumberMatch: false,
        synonyms: [],
      },
    },
    same: { fields: [], mode: 'Any' },
    exclude: null,
    filter: null,
    minimumScore: 0,
    candidates,
    arrangement: noArrangement,
    orderBy: [],
    page: { skip: (page - 1) * pageSize, take: pageSize },
    facets: [],
    explain: false,
  };
  return reader.search(question);
}

function presentHit({ identifier, record }: { identifier: string; record: Uint8Array }): WireFoundProduct {
  return presentProduct(identifier, readRecord(record));
}
