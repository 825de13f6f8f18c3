import type { SearchQuery } from '../../engine.ts';
import { allOf, always, compileFilter, never, negate, type Predicate } from '../columns/predicate.ts';
import { matchSource, matchValues, sourceGroupKey } from '../columns/same-as-source.ts';
import type { Catalogue } from './catalogue.ts';
import { findSourceRow } from './read-source.ts';
import type { Family, Row } from '../rows/index-spaces.ts';

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
