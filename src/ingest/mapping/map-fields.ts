import type { FieldOverride, Field, FieldType } from '../../domain/dataset.ts';
import { type ColumnStatistics, inspectionLimits } from './inspect-columns.ts';
import {
  findColumnByRole,
  findColumnByName,
  isRole,
  roles,
  findSaleColumns,
  hasBooleanName,
  isCodeColumn,
  isDescriptionColumn,
  isShopperAttribute,
  type Role,
  roleTypes,
} from './roles.ts';
import { areAnswers } from './booleans.ts';

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
const findSourceColumn = (name: string, override: FieldOverride | null, paths: readonly string[]) => {
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
const draftFields = (
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

export const mappingDefaults = {
  /** Share of rows that must have an attribute before it becomes a facet automatically. */
  facetShare: 0.02,
  facetLength: 60,
  /** Automatic facets, those with the most rows first; an operator may add any number. */
  facets: 40,
  /** Fields that can be used in filters and conditions; sparser ones are in the records only. */
  comparable: 200,
} as const;

const facetRoles = new Set<string>(['price', 'category', 'brand'] satisfies Role[]);
const searchableRoles = new Set<string>(['displayText', 'category', 'brand'] satisfies Role[]);

const toDisplayName = (name: string): string => {
  const words = name
    .replace(/_+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * True if every value means yes or no. Words count only if their opposite occurs too, or if the column has a boolean name;
 * 0 and 1 only if it has one.
 */
const isBooleanColumn = (column: ColumnStatistics): boolean => {
  const { values, booleans, numbers, distinct, path } = column;
  if (booleans === values) return hasBooleanName(path) || areAnswers(distinct);
  return (
    numbers === values && hasBooleanName(path) && [...distinct].every((text) => text === '0' || text === '1')
  );
};

/** Text a shopper might search for: no codes, and not only URLs, file names or dates. */
const holdsSearchableWords = (column: ColumnStatistics | null): boolean =>
  column !== null &&
  !isCodeColumn(column.path) &&
  ![...column.distinct].every((text) =>
    /^(https?:)?\/\/|^\S+\.(jpe?g|png|webp|gif|avif|tiff?|svg|pdf)$|^[\d\s.,:/T+Z-]+$/i.test(text),
  );

const inferType = (column: ColumnStatistics | null): FieldType => {
  if (column === null) return 'text';
  if (column.lists > 0) return 'list';
  if (isBooleanColumn(column)) return 'boolean';
  if (column.numbers === column.count && !isCodeColumn(column.path)) return 'number';
  return 'text';
};

/** Useful as a facet: enough rows have it, values are short and repeat. */
const isGoodFacet = (column: ColumnStatistics | null, type: FieldType, rows: number): boolean => {
  if (column === null || isCodeColumn(column.path) || isDescriptionColumn(column.path)) return false;
  if (column.count < Math.max(2, rows * mappingDefaults.facetShare) || column.distinct.size < 2) return false;
  if (type === 'number' || type === 'boolean') return true;
  const isRepeated =
    column.distinct.size < inspectionLimits.distinct && column.distinct.size * 2 <= column.count;
  return isRepeated && column.longest <= mappingDefaults.facetLength;
};

/** Type and flags of a field as inspection suggests them, before the operator's corrections. */
const inferField = ({ name, column, override }: FieldDraft, rows: number) => {
  const type = override?.type ?? (isRole(name) ? roleTypes[name] : inferType(column));
  if (isRole(name))
    return {
      ...{ type, facetable: facetRoles.has(name), sortable: name === 'price' },
      searchable: searchableRoles.has(name),
    };
  const isAttribute = column !== null && isShopperAttribute(column.path);
  const isNumber = type === 'number';
  const facetable = (isAttribute && !isNumber) || isGoodFacet(column, type, rows);
  const isWords = !isNumber && type !== 'boolean';
  const sortable = isNumber && facetable;
  // Searchable even if it is no good facet, because few products have it or most values differ.
  const searchable = isWords && (facetable || isDescriptionColumn(name) || holdsSearchableWords(column));
  return { type, facetable, sortable, searchable };
};

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;

const toField = (draft: FieldDraft, rows: number): Omit<Field, 'order'> => ({
  displayName: toDisplayName(draft.name),
  from: draft.column?.path ?? draft.name,
  ...inferField(draft, rows),
  ...withoutUndefined(draft.override ?? {}),
  name: draft.name,
});

const coverage = (draft: FieldDraft): number => draft.column?.count ?? 0;

/** Keeps the facets with the most rows. The others stay in the records, unless a box uses them. */
const limitFacets = (
  fields: readonly { draft: FieldDraft; field: Omit<Field, 'order'> }[],
  requestedFields: ReadonlySet<string>,
): Omit<Field, 'order'>[] => {
  let facetsLeft: number = mappingDefaults.facets;
  return fields.map(({ draft, field }) => {
    if (requestedFields.has(field.name)) return { ...field, facetable: draft.override?.facetable ?? true };
    if (!field.facetable || isRole(field.name) || draft.override?.facetable === true) return field;
    facetsLeft -= 1;
    if (facetsLeft >= 0) return field;
    return { ...field, facetable: false, sortable: false };
  });
};

/** The fields of a feed: recognised, typed, and corrected by the operator. `requestedFields` are used by boxes: they are always facetable. */
export const mapFields = (
  inspected: { readonly rows: number; readonly columns: readonly ColumnStatistics[] },
  overrides: readonly FieldOverride[],
  requestedFields: ReadonlySet<string> = new Set(),
): Field[] => {
  const drafts = draftFields(inspected.columns, overrides, requestedFields);
  const rank = (draft: FieldDraft): number => (isRole(draft.name) || draft.override !== null ? 0 : 1);
  const sorted = drafts.sort((a, b) => rank(a) - rank(b) || coverage(b) - coverage(a));
  const typed = sorted.map((draft) => ({ draft, field: toField(draft, inspected.rows) }));
  const orders = new Map(overrides.map((override) => [override.name, override.order]));
  return limitFacets(typed, requestedFields).map((field, place) => ({
    ...field,
    order: orders.get(field.name) ?? place,
  }));
};

/**
 * The fields that the engine stores as columns: all that are facetable, sortable or searchable, and the best-covered of the rest.
 * A feed with thousands of sparse attributes would otherwise produce mostly empty columns.
 */
export const selectComparableFields = (fields: readonly Field[]): Field[] =>
  fields.filter(
    ({ facetable, sortable, searchable }, place) =>
      facetable || sortable || searchable || place < mappingDefaults.comparable,
  );
