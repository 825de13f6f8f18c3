import type { FieldValue } from '../../../domain/product.ts';
import type { ProductReader, Source } from '../../engine.ts';
import { valuesAt } from '../columns/column.ts';
import { textParts } from '../text/product-text.ts';
import { type Catalogue, parseRecord } from './catalogue.ts';
import { searchCatalogue } from './search-catalogue.ts';

export const createProductReader = (catalogue: Catalogue): ProductReader => {
  const { rows, records, removedRows: gone } = catalogue;
  return {
    version: catalogue.version,
    fields: catalogue.fields,
    size: rows.size - gone.size,
    source: async (identifier) => readSource(catalogue, identifier),
    search: async (query) => {
      if (query.seed.kind === 'looks') await catalogue.vectors.load();
      return searchCatalogue(catalogue, query);
    },
    records: async (identifiers) =>
      identifiers.flatMap((identifier) => {
        const row = rows.identifiers.find(identifier);
        const isAvailable = row >= 0 && rows.available[row] === 1;
        return isAvailable ? [{ identifier, record: records.bytesAt(row) }] : [];
      }),
    scan: function* () {
      for (let row = 0; row < rows.size; row += 1) {
        if (gone.has(row)) continue;
        yield { identifier: rows.identifiers.at(row), record: records.bytesAt(row) };
      }
    },
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
      const record: Readonly<Record<string, FieldValue>> = parseRecord(catalogue.records, row);
      return textParts(String(record['displayText'] ?? ''), record, fields)
        .map((part) => part.text)
        .join(' ');
    },
  };
};
