import type { Field, FieldOverride, FieldType } from '../../domain/dataset.ts';
import { findColumnByName, findRoleByName, normalizeName, roles, roleTypes } from './roles.ts';

/** A field that a dataset knows. `type` is null for one that is declared without a type and was in no feed yet. */
export type KnownField = Pick<Field, 'name' | 'from' | 'scale' | 'template'> & {
  readonly type: FieldType | null;
};

export type FoundFields = {
  readonly fields: readonly KnownField[];
  /** The name is that of the feed's column, so the value is read as in the feed: with its factor. */
  readonly isColumn: boolean;
};

/** Two meanings of one name: a column of the feed, and another field. */
export type AmbiguousName = { readonly column: KnownField; readonly named: KnownField };

/** The fields of the live version, those that the operator declared since, and what every product may have. */
export const listKnownFields = (fields: readonly Field[], overrides: readonly FieldOverride[]) => {
  const known = new Map<string, KnownField>(fields.map((field) => [field.name, field]));
  for (const { name, from = name, type = null, scale, template } of overrides)
    if (!known.has(name))
      known.set(name, { name, from, type, ...(scale && { scale }), ...(template && { template }) });
  for (const name of roles)
    if (!known.has(name)) known.set(name, { name, from: name, type: roleTypes[name] });
  return [...known.values()];
};

/**
 * Finds fields by the column of the feed or by their own name, first as written, then without case, accents and
 * separators; then by what other feeds call them. Null: the dataset does not know the name.
 */
export const createFieldFinder = (known: readonly KnownField[]) => {
  const spelling = [groupNames(known, (name) => name.toLowerCase()), groupNames(known, normalizeName)];
  const byName = new Map(known.map((field) => [field.name, field]));
  const names = [...byName.keys()];
  return (given: string): FoundFields | AmbiguousName | null => {
    for (const { columns, named, fold } of spelling) {
      const found = choose(columns.get(fold(given)), named.get(fold(given)));
      if (found !== null) return found;
    }
    const field = byName.get(findRoleByName(given) ?? findColumnByName(given, names) ?? '');
    return field === undefined ? null : { fields: [field], isColumn: false };
  };
};

const choose = (columns: readonly KnownField[] = [], named: readonly KnownField[] = []) => {
  const [column] = columns;
  const other = named.find((field) => !columns.includes(field));
  if (column === undefined) return other === undefined ? null : { fields: [other], isColumn: false };
  return other === undefined ? { fields: columns, isColumn: true } : { column, named: other };
};

const groupNames = (known: readonly KnownField[], fold: (name: string) => string) => ({
  columns: Map.groupBy(known, ({ from }) => fold(from)),
  named: Map.groupBy(known, ({ name }) => fold(name)),
  fold,
});
