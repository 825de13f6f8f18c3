import type { FieldValue } from '../../../domain/product.ts';
import type { Source } from '../../engine.ts';
import { textParts } from '../../semantics/text/product-text.ts';
import { valuesAt } from '../columns/column.ts';
import { type Catalogue, readRecord } from './catalogue.ts';

/** The text is computed when it is read: most queries are about looks. */
export const readSource = (catalogue: Catalogue, row: number, identifier: string): Source => {
  const { rows, columns, fields } = catalogue;
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
