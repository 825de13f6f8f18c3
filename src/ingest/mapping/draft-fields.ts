import type { FieldOverride } from '../../domain/dataset.ts';
import type { ColumnStatistics } from './inspect-columns.ts';
import { findColumnByRole, findColumnByName, isRole, roles, findSaleColumns } from './roles.ts';

/** A field before its type and flags are decided. */
export type FieldDraft = {
  readonly name: string;
  readonly column: ColumnStatistics | null;
  readonly override: FieldOverride | null;
};

/** A name that can be written in a filter: `ColorCode` → `colorCode`, `image.url` → `image_url`, `Größe` → `grosse`. */
const fieldName = (path: string): string => {
  const safe = path
    .replace(/^g:/, '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\W+/g, '_')
    .replace(/^_+(?=\w)|_+$/g, '');
  const lowered = /^[A-Z]+$/.test(safe) ? safe.toLowerCase() : safe.charAt(0).toLowerCase() + safe.slice(1);
  return /^\d/.test(lowered) ? `_${lowered}` : lowered;
};

/** Which column a field is read from: the operator's choice, else its role, else its name. */
const findSourceColumn = (
  name: string,
  override: FieldOverride | null,
  paths: readonly string[],
): string | null => {
  if (override?.from !== undefined) return override.from;
  return (isRole(name) ? findColumnByRole(name, paths) : null) ?? findColumnByName(name, paths);
};

/** A field named like a property of `Object.prototype` could pollute objects it is copied to. */
const isUsable = (name: string): boolean => name !== '' && !(name in Object.prototype);

/**
 * The fields of a feed: those the operator names, the roles every product has, those that boxes use
 * (`requestedFields`, also if the feed calls them by a synonym), and every other column under its own name. No column
 * becomes two fields unless the operator asks for it.
 */
export const draftFields = (
  columns: readonly ColumnStatistics[],
  overrides: readonly FieldOverride[],
  requestedFields: ReadonlySet<string>,
): FieldDraft[] => {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const paths = [...byPath.keys()];
  const drafts = new Map<string, FieldDraft>();
  const taken = new Set<string | null>();
  const add = (name: string, override: FieldOverride | null): void => {
    const path = findSourceColumn(name, override, paths);
    if (drafts.has(name) || (path === null && override === null)) return;
    drafts.set(name, { name, column: byPath.get(path ?? '') ?? null, override });
    taken.add(path);
  };
  for (const override of overrides) add(override.name, override);
  for (const role of roles) add(role, null);
  for (const name of requestedFields)
    if (isUsable(name) && !taken.has(findColumnByName(name, paths) ?? '')) add(name, null);
  // Sale columns are merged into `price` and `oldPrice`.
  if (drafts.has('price')) for (const path of Object.values(findSaleColumns(paths))) taken.add(path);
  for (const column of columns) {
    const name = fieldName(column.path);
    if (taken.has(column.path) || drafts.has(name) || !isUsable(name)) continue;
    drafts.set(name, { name, column, override: null });
  }
  return [...drafts.values()];
};
