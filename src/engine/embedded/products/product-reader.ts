import type { FieldValue } from '../../../domain/product.ts';
import type { ProductReader, Source } from '../../engine.ts';
import { valuesAt } from '../columns/column.ts';
import { textParts } from '../../semantics/text/product-text.ts';
import { type Catalogue, readRecord } from './catalogue.ts';
import { createRowReader } from './read-rows.ts';
import { searchCatalogue } from './search-catalogue.ts';

export const createProductReader = (catalogue: Catalogue): ProductReader => {
  const { rows, removedRows } = catalogue;
  return {
    version: catalogue.version,
    fields: catalogue.fields,
    size: rows.size - removedRows.size,
    source: async (identifier) => readSource(catalogue, identifier),
    search: async (query) => {
      const rungs = [...(query.ahead ?? []), query];
      if (rungs.some(({ seed }) => seed.kind === 'looks')) await catalogue.vectors.load();
      return searchCatalogue(catalogue, query);
    },
    ...createRowReader(catalogue),
  };
};

/** The text is computed when it is read: most queries are about looks. */
const readSource = (catalogue: Catalogue, identifier: string): Source | null => {
  const { rows, columns, fields } = catalogue;
  const row = rows.identifiers.find(identifier);
  if (row < 0 || catalogue.removedRows.has(row)) return null;
  return {
    identifier,
    hasLooks: (rows.lookOf[row] ?? -1) >= 0,
    values: (field) => {
      const column = columns.column(field);
      return column === null ? [] : valuesAt(column, row);
    },
    get text() {
      const record: Readonly<Record<string, FieldValue>> = readRecord(catalogue.records, row);
      return textParts(String(record['displayText'] ?? ''), record, fields)
        .map((part) => part.text)
        .join(' ');
    },
  };
};
