import type { ProductReader, Source } from '../../../src/engine/engine.ts';
import { unpicturedLimit } from '../../../src/engine/engine.ts';
import { decodeRecord } from '../../../src/domain/product-record.ts';
import { sortValues } from '../../../src/engine/semantics/search/facets.ts';
import { matchesFilter } from '../../../src/engine/semantics/search/match-filter.ts';
import { describeProduct } from '../../../src/engine/semantics/text/product-text.ts';
import type { PlainRows } from './plain-rows.ts';
import { type SearchDefects, searchPlainly } from './plain-search.ts';
import { createPlainTextSearch } from './plain-text.ts';

export const createPlainReader = (
  version: string,
  plain: PlainRows,
  defects: SearchDefects,
): ProductReader => {
  const { draft, rows } = plain;
  const searchText = createPlainTextSearch(plain);
  const identifiers = rows.map(({ product }) => product.identifier);
  const toRows = (numbers: readonly number[]) => numbers.filter((row) => row >= 0).map(plain.toRow);
  return {
    version,
    fields: draft.fields,
    titleWeight: draft.titleWeight ?? null,
    comparison: draft.comparison ?? null,
    model: draft.model,
    size: rows.length,
    source: async (identifier) => readSource(plain, identifier),
    search: (query) => searchPlainly(plain, query, searchText, defects),
    pictures: async (wanted) => wanted.map((identifier) => rows[plain.find(identifier)]?.picture ?? null),
    records: async (wanted) =>
      toRows(wanted.map(plain.find).filter((row) => rows[row]?.product.available === true)),
    rows: async (wanted) => toRows(wanted.map(plain.find)),
    scan: async ({ after, size }) =>
      toRows([...rows.keys()].filter((row) => after === null || (identifiers[row] ?? '') > after)).slice(
        0,
        size,
      ),
    findFamilies: async ({ filter, skip, size }) => {
      const all = [...rows.keys()].filter((row) => filter === null || matchesFilter(filter, plain.read(row)));
      const passing = all.filter(
        (row, at) => at === all.findIndex((other) => plain.family(other) === plain.family(row)),
      );
      return { rows: toRows(passing.slice(skip, skip + size)), count: passing.length };
    },
    findByPrefix: async (prefix, limit) =>
      toRows(
        [...rows.keys()].filter((row) => identifiers[row]?.toLowerCase().startsWith(prefix.toLowerCase())),
      ).slice(0, limit),
    families: async (wanted) =>
      wanted.map((identifier) => {
        const row = plain.find(identifier);
        if (row < 0) return [];
        const members = [...rows.keys()].filter((other) => plain.family(other) === plain.family(row));
        return members.map((member) => identifiers[member] ?? '').sort();
      }),
    facts: async () => {
      const unpictured = rows
        .filter(({ picture }) => picture === null)
        .map(({ product }) => product.identifier);
      return {
        rows: rows.length,
        families: new Set([...rows.keys()].map(plain.family)).size,
        withoutPicture: unpictured.length,
        unpictured: unpictured.slice(0, unpicturedLimit),
      };
    },
    fieldValues: async (field, limit) => {
      const counts = new Map<string, number>();
      for (const row of rows.keys())
        for (const value of plain.read(row)(field)?.values ?? [])
          counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      return sortValues(counts).slice(0, limit);
    },
  };
};

const readSource = (plain: PlainRows, identifier: string): Source | null => {
  const known = plain.find(identifier);
  const row = known >= 0 ? known : plain.rows.findIndex(({ product }) => product.groupId === identifier);
  const found = plain.rows[row];
  if (!found) return null;
  const record = decodeRecord(plain.toRow(row).record);
  return {
    identifier: found.product.identifier,
    hasLooks: found.picture !== null,
    values: (field) => plain.read(row)(field)?.values ?? [],
    text: (mode) => describeProduct(found.product.displayText, record, plain.draft.fields, mode),
  };
};
