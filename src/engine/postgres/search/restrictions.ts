import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery, Source } from '../../engine.ts';
import { selectRequired } from '../../semantics/search/same-as-source.ts';
import { joinSql, type Sql, sql } from '../../../postgres/sql.ts';
import { existsAt, findField, type ProductGeneration } from '../products/product-version.ts';
import { toStorableText } from '../products/stored-row.ts';
import { always, filterSql, hasAnyValue } from './filter-sql.ts';

/** The restrictions of a query, as conditions on a row. */
export type Restrictions = {
  /** Is of the state that the reader reads. */
  readonly exists: Sql;
  /** Exists, is available, is not of the source's family, and is neither excluded nor hidden. */
  readonly visible: Sql;
  matches(filter: Filter | null): Sql;
};

export const createRestrictions = (
  generation: ProductGeneration,
  query: SearchQuery,
  ownFamily: string | null,
): Restrictions => {
  const find = (name: string) => findField(generation, name);
  const matches = (filter: Filter | null): Sql => filterSql(filter, find);
  const { hidden, hiddenIdentifiers } = query.arrangement;
  const exists = existsAt(generation);
  const rejected = [...hidden, ...(query.exclude ? [query.exclude] : [])];
  const conditions = [
    exists,
    sql`available`,
    ...(ownFamily === null ? [] : [sql`family <> ${ownFamily}::text`]),
    ...(hiddenIdentifiers.length === 0
      ? []
      : [sql`identifier <> ALL(${hiddenIdentifiers.map(toStorableText)}::text[])`]),
    ...rejected.map((filter) => sql`NOT ${matches(filter)}`),
  ];
  return {
    exists,
    visible: joinSql(conditions, ' AND '),
    matches,
  };
};

/** Whether a row agrees with the source in `same`. */
export const agreesWithSource = (
  generation: ProductGeneration,
  { fields, mode }: SearchQuery['same'],
  source: Source | null,
): Sql => {
  if (source === null) return always;
  const verdicts = fields.flatMap((name) => {
    const field = findField(generation, name);
    const required = field ? selectRequired(field.type, source.values(name)) : [];
    return required.length === 0
      ? []
      : [hasAnyValue(name, required, (other) => findField(generation, other))];
  });
  return verdicts.length === 0 ? always : sql`(${joinSql(verdicts, mode === 'All' ? ' AND ' : ' OR ')})`;
};
