import type { FieldValue } from '../../../domain/product.ts';
import type { SearchMode } from '../../../domain/strategy.ts';
import type { SearchQuery, Source } from '../../engine.ts';
import { describeProduct } from '../../semantics/text/product-text.ts';
import { valuesAt } from '../columns/column.ts';
import { type Catalogue, readRecord } from './catalogue.ts';
import type { Family, Row } from '../rows/rows.ts';
import {
  allOf,
  always,
  compileFilter,
  matchSource,
  matchValues,
  negate,
  never,
  type Predicate,
  sourceGroupKey,
} from '../columns/predicate.ts';

export const readSource = (catalogue: Catalogue, row: Row, identifier: string): Source =>
  new CatalogueSource(catalogue, row, identifier);

/** The row of a source; -1 for none. One that a reader of another version found is looked up in this one. */
const findSourceRow = (catalogue: Catalogue, source: Source | null): Row => {
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

export type Restrictions = {
  /** Row of the source, -1 for a query without one. */
  readonly source: Row;
  readonly sourceFamily: Family;
  /** Compiles what every candidate must pass, apart from the caller's filter; often nobody needs it. */
  readonly eligible: () => Predicate;
  /** Equal for questions of one version with the same eligible rows. */
  readonly key: () => string;
  /** What a pin must pass: it need not agree with the source or look like it. */
  readonly pinnable: () => Predicate;
  /** True when campaigns hide rows: plans do not know of it. */
  readonly hidesRows: boolean;
};

export const compileRestrictions = (catalogue: Catalogue, query: SearchQuery): Restrictions => {
  const { rows, columns } = catalogue;
  const { seed, same, exclude, arrangement } = query;
  const source = findSourceRow(catalogue, seed.source);
  const sourceFamily = source < 0 ? -1 : (rows.familyOf[source] ?? -1);
  /** A picture that is not in the catalogue. */
  const outside = seed.source?.vectors ? seed.source : null;
  const agrees = (): Predicate => {
    if (outside) return matchValues(same, outside, columns);
    return source < 0 ? always : matchSource(same, source, columns);
  };
  const isVisible = (): Predicate => {
    const hidden = compileHidden(catalogue, query);
    return allOf([
      (row) => rows.available[row] === 1,
      exclude ? negate(compileFilter(exclude, columns)) : always,
      hidden === never ? always : negate(hidden),
    ]);
  };
  return {
    source,
    sourceFamily,
    eligible: () => allOf([isVisible(), agrees()]),
    key: () =>
      JSON.stringify([
        exclude,
        source < 0
          ? outside && [same.mode, same.fields.map((field) => [field, outside.values(field)])]
          : [same.mode, same.fields, sourceGroupKey(same, source, columns)],
        arrangement.hidden,
        arrangement.hiddenIdentifiers,
      ]),
    pinnable: () => allOf([isVisible(), (row) => rows.familyOf[row] !== sourceFamily]),
    hidesRows: arrangement.hidden.length + arrangement.hiddenIdentifiers.length > 0,
  };
};

const compileHidden = ({ rows, columns }: Catalogue, { arrangement }: SearchQuery): Predicate => {
  if (arrangement.hidden.length + arrangement.hiddenIdentifiers.length === 0) return never;
  const filters = arrangement.hidden.map((filter) => compileFilter(filter, columns));
  const hiddenIds = new Set(
    arrangement.hiddenIdentifiers.map((identifier) => rows.identifiers.find(identifier)),
  );
  return (row) => hiddenIds.has(row) || filters.some((filter) => filter(row));
};
