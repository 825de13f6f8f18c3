import { findPicture, listMembers } from '../rows/rows.ts';
import { memoizeAsync } from '../../../domain/memoize.ts';
import type { FacetValue } from '../../../domain/facet.ts';
import { type CatalogueFacts, type ProductReader, type ProductRow, unpicturedLimit } from '../../engine.ts';
import { sortValues } from '../../semantics/search/facets.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { type Column, valuesAt } from '../columns/column.ts';
import { compileFilter } from '../columns/predicate.ts';
import { type Catalogue, readRecord } from './catalogue.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { ProductState } from '../../semantics/changes.ts';
import type { Row } from '../rows/rows.ts';

/* What the administration reads of a version. Everything that walks the rows does so in slices. */

/** Rows between two looks at the clock. */
const rowsPerCheck = 64;

type RowReader = Pick<
  ProductReader,
  'records' | 'rows' | 'scan' | 'findFamilies' | 'findByPrefix' | 'families' | 'facts' | 'fieldValues'
>;

export const createRowReader = (catalogue: Catalogue): RowReader => {
  const { rows, records, columns, removedRows } = catalogue;
  const toRow = (row: number): ProductRow => ({
    identifier: rows.identifiers.at(row),
    record: records.bytesAt(row),
  });
  const find = (identifiers: readonly string[], passes: (row: number) => boolean): ProductRow[] =>
    identifiers
      .map((identifier) => rows.identifiers.find(identifier))
      .filter((row) => row >= 0 && !removedRows.has(row) && passes(row))
      .map(toRow);
  return {
    records: async (identifiers) => find(identifiers, (row) => rows.available[row] === 1),
    rows: async (identifiers) => find(identifiers, () => true),
    scan: async ({ after, size }) => {
      const page: ProductRow[] = [];
      for (let row = firstAfter(catalogue, after); row < rows.size && page.length < size; row += 1)
        if (!removedRows.has(row)) page.push(toRow(row));
      return page;
    },
    findFamilies: async ({ filter, skip, size }) => {
      const passes = filter === null ? () => true : compileFilter(filter, columns);
      const isFound = new Uint8Array(rows.familyStarts.length);
      const page: ProductRow[] = [];
      let count = 0;
      await forEachRow(catalogue, (row) => {
        const family = rows.familyOf[row] ?? 0;
        if (isFound[family] === 1 || !passes(row)) return true;
        isFound[family] = 1;
        if (count >= skip && page.length < size) page.push(toRow(row));
        count += 1;
        return true;
      });
      return { rows: page, count };
    },
    findByPrefix: (prefix, limit) => findByPrefix(catalogue, prefix.toLowerCase(), limit, toRow),
    families: async (identifiers) => identifiers.map((identifier) => listFamily(catalogue, identifier)),
    // A version never changes, so its facts are counted once.
    facts: memoizeAsync(() => countFacts(catalogue)),
    fieldValues: async (field, limit) => {
      const column = columns.column(field);
      return column === null ? [] : (await countValues(catalogue, column)).slice(0, limit);
    },
  };
};

const firstAfter = ({ rows: { identifiers } }: Catalogue, after: string | null): number => {
  if (after === null) return 0;
  const row = identifiers.lowerBound(after);
  return row < identifiers.size && identifiers.at(row) === after ? row + 1 : row;
};

/** Empty for an unknown product. */
const listFamily = ({ rows, removedRows }: Catalogue, identifier: string): string[] => {
  const row = rows.identifiers.find(identifier);
  if (row < 0 || removedRows.has(row)) return [];
  return Array.from(listMembers(rows, rows.familyOf[row] ?? 0))
    .filter((member) => !removedRows.has(member))
    .map((member) => rows.identifiers.at(member))
    .sort((a, b) => (a < b ? -1 : 1));
};

/** Identifiers are sorted with their case, so a search regardless of case walks all of them. */
const findByPrefix = async (
  catalogue: Catalogue,
  prefix: string,
  limit: number,
  toRow: (row: number) => ProductRow,
): Promise<ProductRow[]> => {
  const found: ProductRow[] = [];
  await forEachRow(catalogue, (row) => {
    if (catalogue.rows.identifiers.at(row).toLowerCase().startsWith(prefix)) found.push(toRow(row));
    return found.length < limit;
  });
  return found;
};

const countFacts = async (catalogue: Catalogue): Promise<CatalogueFacts> => {
  const { rows, removedRows } = catalogue;
  const hasFamily = new Uint8Array(rows.familyStarts.length);
  const unpictured: string[] = [];
  let [families, withoutPicture] = [0, 0];
  await forEachRow(catalogue, (row) => {
    const family = rows.familyOf[row] ?? 0;
    if (hasFamily[family] === 0) families += 1;
    hasFamily[family] = 1;
    if ((rows.lookOf[row] ?? -1) >= 0) return true;
    withoutPicture += 1;
    if (unpictured.length < unpicturedLimit) unpictured.push(rows.identifiers.at(row));
    return true;
  });
  return { rows: rows.size - removedRows.size, families, withoutPicture, unpictured };
};

const countValues = async (catalogue: Catalogue, column: Column): Promise<FacetValue[]> => {
  const counts = new Map<string, number>();
  await forEachRow(catalogue, (row) => {
    for (const value of valuesAt(column, row))
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    return true;
  });
  return sortValues(counts);
};

/** Until `visit` returns false. */
const forEachRow = async (
  { rows, removedRows }: Catalogue,
  visit: (row: number) => boolean,
): Promise<void> => {
  const slices = createWorkSlices();
  for (let row = 0; row < rows.size; row += 1) {
    if (row % rowsPerCheck === 0 && slices.isOver()) await slices.next();
    if (!removedRows.has(row) && !visit(row)) return;
  }
};

/** Reads a product back from a version, with the number of its picture. Only the first image is stored. */
export const readProductState = (catalogue: Catalogue, row: Row): ProductState<number> => {
  const { rows } = catalogue;
  const record: Readonly<Record<string, FieldValue>> = readRecord(catalogue.records, row);
  const text = (name: string): string | null =>
    Object.hasOwn(record, name) ? String(record[name] ?? '') : null;
  const group = rows.groups.at(rows.familyOf[row] ?? 0);
  const imageUrl = text('imageUrl');
  const price = Object.hasOwn(record, 'price') ? Number(record['price']) : NaN;
  const product: Product = {
    identifier: rows.identifiers.at(row),
    displayText: text('displayText') ?? '',
    url: text('url') ?? '',
    price: Number.isNaN(price) ? null : price,
    currency: text('currency'),
    images: imageUrl === null ? [] : [imageUrl],
    groupId: group === '' ? null : group.slice(1),
    available: rows.available[row] === 1,
    fields: record,
  };
  const picture = findPicture(rows, row);
  return { product, picture: picture < 0 ? null : picture };
};
