import { type Comparison, type Filter, identifierField, type Scalar } from '../../../domain/filter.ts';
import type { Field, FieldType } from '../../../domain/dataset.ts';
import { castConstant } from '../../semantics/search/match-filter.ts';
import { joinSql, rawSql, type Sql, sql } from '../../../postgres/sql.ts';
import { toStorableText, toStoredValue } from '../products/stored-row.ts';
import type { SearchQuery, Source } from '../../engine.ts';
import { selectRequired } from '../../semantics/search/field-values.ts';
import { existsAt, findField, type ProductGeneration } from '../products/product-version.ts';

const always = rawSql('true');
export const never = rawSql('false');

/** Finds the type of a field; null for a field that the version does not know. */
type FindField = (name: string) => Pick<Field, 'name' | 'type'> | null;

/** Whether a row passes a filter: never NULL, so that `not` is its opposite. The same meaning as `matchesFilter`. */
export const filterSql = (filter: Filter | null, findField: FindField): Sql => {
  if (filter === null) return always;
  switch (filter.kind) {
    case 'and':
      return combine(filter.parts, ' AND ', always, findField);
    case 'or':
      return combine(filter.parts, ' OR ', never, findField);
    case 'not':
      return sql`(NOT ${filterSql(filter.part, findField)})`;
    case 'in':
      return hasAnyValue(filter.field, filter.values, findField);
    case 'compare':
      return compareSql(filter.field, filter.comparison, filter.value, findField);
  }
};

const combine = (parts: readonly Filter[], operator: string, empty: Sql, findField: FindField): Sql =>
  parts.length === 0
    ? empty
    : sql`(${joinSql(
        parts.map((part) => filterSql(part, findField)),
        operator,
      )})`;

/** Whether a row has one of the values. Containment is what the index on `values` answers. */
const hasAnyValue = (name: string, values: readonly Scalar[], findField: FindField): Sql => {
  if (name === identifierField)
    return sql`(identifier = ANY(${values.map(String).map(toStorableText)}::text[]))`;
  const field = findField(name);
  const constants = field ? values.flatMap((value) => castConstant(field.type, value) ?? []) : [];
  const conditions = constants.filter(isFinitePart).map((constant) => {
    const content = JSON.stringify({ [toStorableText(name)]: [toStoredValue(constant)] });
    return sql`"values" @> ${content}::jsonb`;
  });
  return conditions.length === 0 ? never : sql`(${joinSql(conditions, ' OR ')})`;
};

/** JSON has no infinite numbers, and no product has one. */
const isFinitePart = (constant: string | number): boolean =>
  typeof constant === 'string' || Number.isFinite(constant);

const operators: Readonly<Record<Exclude<Comparison, 'eq' | 'ne'>, Sql>> = {
  gt: rawSql('>'),
  ge: rawSql('>='),
  lt: rawSql('<'),
  le: rawSql('<='),
};

const compareSql = (name: string, comparison: Comparison, value: Scalar, findField: FindField): Sql => {
  if (comparison === 'eq') return hasAnyValue(name, [value], findField);
  if (comparison === 'ne') return sql`(NOT ${hasAnyValue(name, [value], findField)})`;
  const field = findField(name);
  const constant = field && castConstant(field.type, value);
  if (!field || constant === null || field.type === 'boolean') return never;
  return compareOrder(field.type, toStorableText(name), operators[comparison], constant);
};

/** A number field has at most one value. Text compares by code points, in every database. */
const compareOrder = (type: FieldType, name: string, operator: Sql, constant: string | number): Sql =>
  type === 'number'
    ? sql`COALESCE(("values" -> ${name}::text ->> 0)::float8 ${operator} ${constant}::float8, false)`
    : sql`EXISTS (SELECT 1 FROM jsonb_array_elements_text("values" -> ${name}::text) AS v(value)
        WHERE v.value COLLATE "C" ${operator} ${String(constant)}::text COLLATE "C")`;

/** The restrictions of a query, as conditions on a row. */
export type Restrictions = {
  /** Is available, and neither excluded nor hidden by a filter: the same for every source and state. */
  readonly allowed: Sql;
  /** Exists, is available, and is neither excluded nor hidden. */
  readonly shared: Sql;
  readonly ownFamily: string | null;
  /** The same, and not of the source's family. */
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
  const allowed = joinSql(
    [sql`available`, ...rejected.map((filter) => sql`NOT ${matches(filter)}`)],
    ' AND ',
  );
  const isShown = sql`identifier <> ALL(${hiddenIdentifiers.map(toStorableText)}::text[])`;
  const shared = joinSql([exists, ...(hiddenIdentifiers.length === 0 ? [] : [isShown]), allowed], ' AND ');
  const visible = ownFamily === null ? shared : sql`${shared} AND family <> ${ownFamily}::text`;
  return { allowed, shared, ownFamily, visible, matches };
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
