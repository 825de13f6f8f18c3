import type { FieldValue } from '../../../domain/product.ts';
import type { SearchMode } from '../../../domain/strategy.ts';
import type { Source } from '../../engine.ts';
import { describeProduct } from '../../semantics/text/product-text.ts';
import { valuesAt } from '../columns/column.ts';
import { type Catalogue, readRecord } from './catalogue.ts';
import type { Row } from '../rows/index-spaces.ts';

export const readSource = (catalogue: Catalogue, row: Row, identifier: string): Source =>
  new CatalogueSource(catalogue, row, identifier);

/** The row of a source; -1 for none. One that a reader of another version found is looked up in this one. */
export const findSourceRow = (catalogue: Catalogue, source: Source | null): Row => {
  if (source instanceof CatalogueSource && source.isOf(catalogue)) return source.row;
  return source === null || source.vectors ? -1 : catalogue.rows.identifiers.find(source.identifier);
};

/** A class: a literal with a getter would cost each search more than the rest of this object. */
class CatalogueSource implements Source {
  readonly identifier: string;
  readonly hasLooks: boolean;
  readonly row: Row;
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, row: Row, identifier: string) {
    this.identifier = identifier;
    this.hasLooks = (catalogue.rows.lookOf[row] ?? -1) >= 0;
    this.#catalogue = catalogue;
    this.row = row;
  }

  isOf(catalogue: Catalogue): boolean {
    return catalogue === this.#catalogue;
  }

  values(field: string): ReturnType<Source['values']> {
    const column = this.#catalogue.columns.column(field);
    return column === null ? [] : valuesAt(column, this.row);
  }

  /** Computed when it is read: most queries are about looks. */
  text(mode: SearchMode): string {
    const { records, fields } = this.#catalogue;
    const record: Readonly<Record<string, FieldValue>> = readRecord(records, this.row);
    return describeProduct(String(record['displayText'] ?? ''), record, fields, mode);
  }
}
