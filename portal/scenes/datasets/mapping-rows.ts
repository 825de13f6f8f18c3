import type { DatasetDeclaration, DatasetField, Inspection } from '../../api/types.ts';

export type Override = NonNullable<DatasetDeclaration['fields']>[number];
export type MappingRow = Omit<DatasetField, 'examples'>;

/** Fields without which a row of a feed is not a product. */
export const requiredFields = ['identifier', 'displayText', 'url', 'price'] as const;

/** Offered even where no column was recognised: without a picture a product has no look-alikes by its looks. */
const offeredFields = [...requiredFields, 'imageUrl'] as const;

const requiredTypes = { identifier: 'text', displayText: 'text', url: 'text', price: 'number' } as const;

const isRequired = (name: string): name is (typeof requiredFields)[number] =>
  requiredFields.some((each) => each === name);

/** Sets an operator's override of a field. */
export const withOverride = (
  overrides: readonly Override[],
  name: string,
  part: Partial<Override>,
): Override[] => {
  const known = overrides.find((field) => field.name === name);
  return known
    ? overrides.map((field) => (field === known ? { ...field, ...part } : field))
    : [...overrides, { name, ...part }];
};

const newRow = (name: string, order: number): MappingRow => ({
  name,
  displayName: name,
  from: '',
  type: isRequired(name) ? requiredTypes[name] : 'text',
  facetable: false,
  sortable: false,
  searchable: false,
  order,
});

/**
 * The fields found by inspection with the operator's changes: required ones and the picture first, also if they were not found, then
 * the others, then fields that the operator added.
 */
export const listMappingRows = (
  fields: readonly MappingRow[],
  overrides: readonly Override[],
): MappingRow[] => {
  const found = new Map(fields.map((field) => [field.name, field]));
  const names = [...offeredFields, ...fields.map(({ name }) => name), ...overrides.map(({ name }) => name)];
  return [...new Set(names)].map((name, order) => ({
    ...(found.get(name) ?? newRow(name, order)),
    ...overrides.find((override) => override.name === name),
  }));
};

/** Columns of an inspected feed, in the order of its rows. */
export const listColumns = ({ examples, fields }: Pick<Inspection, 'examples' | 'fields'>): string[] => [
  ...new Set([...examples.flatMap((row) => Object.keys(row)), ...fields.map(({ from }) => from)]),
];

/** Required fields that have neither a column of the feed nor a template. */
export const findUnmapped = (
  rows: readonly Pick<MappingRow, 'name' | 'from' | 'template'>[],
): (typeof requiredFields)[number][] =>
  requiredFields.filter((name) => {
    const row = rows.find((each) => each.name === name);
    return row === undefined || (row.from.trim() === '' && (row.template ?? '').trim() === '');
  });

/** A value of the first rows, as text; empty when no row has one. */
export const readSample = (examples: Inspection['examples'], from: string): string => {
  const value = examples.map((row) => row[from]).find((each) => each !== undefined && each !== '');
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
};
