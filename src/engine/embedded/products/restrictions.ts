import type { SearchQuery } from '../../engine.ts';
import { allOf, always, compileFilter, never, negate, type Predicate } from '../columns/predicate.ts';
import { matchSource } from '../columns/same-as-source.ts';
import type { Catalogue } from './catalogue.ts';

export type Restrictions = {
  /** Row of the source, -1 for a question without one. */
  readonly source: number;
  readonly sourceFamily: number;
  /** What every candidate must pass, whatever the caller filters by. */
  readonly eligible: Predicate;
  /** What a pin must pass: it need not be the same as the source, nor look like it. */
  readonly pinnable: Predicate;
  /** Something is hidden that no plan knows of. */
  readonly hidesRows: boolean;
};

export const compileRestrictions = (catalogue: Catalogue, question: SearchQuery): Restrictions => {
  const { rows, columns } = catalogue;
  const { seed, same, exclude, arrangement } = question;
  const source = seed.source ? rows.identifiers.find(seed.source.identifier) : -1;
  const sourceFamily = source < 0 ? -1 : (rows.familyOf[source] ?? -1);
  const hidden = hiddenRows(catalogue, question);
  const shown = allOf([
    (row) => rows.available[row] === 1,
    exclude ? negate(compileFilter(exclude, columns)) : always,
    hidden === never ? always : negate(hidden),
  ]);
  return {
    source,
    sourceFamily,
    eligible: allOf([shown, source < 0 ? always : matchSource(same, source, columns)]),
    pinnable: allOf([shown, (row) => rows.familyOf[row] !== sourceFamily]),
    hidesRows: arrangement.hidden.length + arrangement.hiddenIdentifiers.length > 0,
  };
};

const hiddenRows = ({ rows, columns }: Catalogue, { arrangement }: SearchQuery): Predicate => {
  const filters = arrangement.hidden.map((filter) => compileFilter(filter, columns));
  const listed = new Set(
    arrangement.hiddenIdentifiers.map((identifier) => rows.identifiers.find(identifier)),
  );
  if (filters.length === 0 && listed.size === 0) return never;
  return (row) => listed.has(row) || filters.some((filter) => filter(row));
};
