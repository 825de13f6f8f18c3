import type { ProductReader } from '../engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { createRowReader } from './catalogue/read-rows.ts';
import { readSource } from './catalogue/read-source.ts';
import { searchCatalogue } from './search/search-catalogue.ts';

export const createProductReader = (catalogue: Catalogue): ProductReader => {
  const { rows, removedRows } = catalogue;
  return {
    version: catalogue.version,
    fields: catalogue.fields,
    titleWeight: catalogue.titleWeight,
    comparison: catalogue.comparison,
    size: rows.size - removedRows.size,
    source: async (identifier) => {
      const row = findRow(catalogue, identifier);
      return row < 0 ? null : readSource(catalogue, row, identifier);
    },
    search: async (query) => {
      const rungs = [...(query.ahead ?? []), query];
      if (rungs.some(({ seed }) => seed.kind === 'looks')) await catalogue.vectors.load();
      return searchCatalogue(catalogue, query);
    },
    ...createRowReader(catalogue),
  };
};

/** -1: unknown, or removed by a live change. */
const findRow = ({ rows, removedRows }: Catalogue, identifier: string): number => {
  const row = rows.identifiers.find(identifier);
  return removedRows.has(row) ? -1 : row;
};
