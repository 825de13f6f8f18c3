import { maximumPackedPlaces } from '../../../domain/packed-values.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { type Column, type NumberColumn, type ValueColumn, valuesAt } from '../columns/column.ts';
import { compileFilter, never } from '../columns/predicate.ts';
import type { Catalogue } from './catalogue.ts';

/*
 * What a plain search reads of each row, side by side, and rows that are found together next to each other. A search
 * visits some two hundred families anywhere in a catalogue; reading their rows, looks and columns from an array each, it
 * would wait for memory a dozen times a family. Places are ordered by group (the values in which candidates must agree
 * with the source), then by family:
 *
 *   place  row  look  family       group, visible   brand   colour    price
 *   0      4    2     0, 1 row     0, yes           7       2         19.90
 *   1      9    5     1, 2 rows    0, yes           1       several   5.00     the family of places 1 and 2
 *   2      3    6     1, 2 rows    0, no            1       0         NaN      sold out, no colour, no price
 *   3      0    0     3, 1 row     1, yes           …
 */

/** Words of a place. */
export const word = { row: 0, look: 1, familyStart: 2, familySize: 3, group: 4 } as const;
const firstValueWord = 5;

/** Instead of a value: the row has several. */
export const several = 0xffff_ffff;

export type TableFacet =
  /** `at`: place among the words. A word is the value's id + 1; 0: none. */
  | { readonly kind: 'value'; readonly field: string; readonly column: ValueColumn; readonly at: number }
  /** `at`: place among the doubles. */
  | { readonly kind: 'range'; readonly field: string; readonly column: NumberColumn; readonly at: number };

export type FamilyTable = {
  /** Without fields that the version does not know. */
  readonly facets: readonly TableFacet[];
  /** Words of a place. */
  readonly stride: number;
  readonly words: Uint32Array;
  /** The same memory. */
  readonly doubles: Float64Array;
  /** The first place of each look. */
  readonly placeOf: Uint32Array;
};

/** Null where a field cannot be in a table. */
export const planTable = ({ columns, rows }: Catalogue, fields: readonly string[]): FamilyTable | null => {
  const known = fields.flatMap((field) => {
    const column = columns.column(field);
    return column === null ? [] : [{ field, column }];
  });
  const values = known.filter(({ column }) => column.kind === 'values').length;
  let nextWord = firstValueWord;
  let nextDouble = Math.ceil((firstValueWord + values) / 2);
  const facets: TableFacet[] = [];
  for (const { field, column } of known) {
    if (column.kind === 'values' && column.dictionary.size <= maximumPackedPlaces)
      facets.push({ kind: 'value', field, column, at: nextWord++ });
    else if (column.kind === 'numbers') facets.push({ kind: 'range', field, column, at: nextDouble++ });
    else return null;
  }
  const stride = alignStride(nextDouble * 2);
  const buffer = new ArrayBuffer(rows.size * stride * 4);
  const placeOf = new Uint32Array(rows.pictureOf.length);
  return { facets, stride, words: new Uint32Array(buffer), doubles: new Float64Array(buffer), placeOf };
};

/** Words of a line of memory. */
const lineWords = 16;

/** Up to a line, the next power of two: no place then lies on two lines. */
const alignStride = (words: number): number =>
  words <= lineWords ? 2 ** Math.ceil(Math.log2(words)) : words;

const stepRows = 256;

/** Fills the table for the restrictions of a plan. It yields every few hundred rows, so that others can have a turn. */
export const fillTable = function* (
  { rows, columns }: Catalogue,
  { same, exclude }: NeighbourPlan,
  table: FamilyTable,
): Generator<void> {
  const { familyStarts, familyRows, lookOf, available } = rows;
  const isExcluded = exclude === null ? never : compileFilter(exclude, columns);
  const sameColumns = same.fields.map((field) => columns.column(field));
  const groups = yield* numberGroups(rows.size, sameColumns);
  const order = yield* orderFamilies(rows, groups);
  table.placeOf.fill(several);
  let place = 0;
  for (const [at, family] of order.entries()) {
    if (at % stepRows === 0) yield;
    const members = familyRows.subarray(familyStarts[family], familyStarts[family + 1]);
    const familyStart = place;
    for (const row of members) {
      const isVisible = available[row] === 1 && !isExcluded(row);
      const group = (groups[row] ?? 0) * 2 + (isVisible ? 1 : 0);
      const look = lookOf[row] ?? -1;
      writeRow(table, place, { row, look, familyStart, familySize: members.length, group });
      place += 1;
    }
  }
};

type RowWords = Readonly<Record<keyof typeof word, number>>;

const writeRow = (
  { facets, stride, words, doubles, placeOf }: FamilyTable,
  place: number,
  values: RowWords,
): void => {
  const base = place * stride;
  const { row, look } = values;
  words[base + word.row] = row;
  words[base + word.look] = look;
  words[base + word.familyStart] = values.familyStart;
  words[base + word.familySize] = values.familySize;
  words[base + word.group] = values.group;
  if (look >= 0 && placeOf[look] === several) placeOf[look] = place;
  for (const { kind, column, at } of facets)
    if (kind === 'value') words[base + at] = readOnlyId(column, row);
    else doubles[base / 2 + at] = column.numbers[row] ?? NaN;
};

const readOnlyId = ({ offsets, ids }: ValueColumn, row: number): number => {
  const start = offsets[row] ?? 0;
  const count = (offsets[row + 1] ?? 0) - start;
  if (count > 1) return several;
  return count === 0 ? 0 : (ids[start] ?? 0) + 1;
};

/** Rows with the same values in these columns have the same number. */
const numberGroups = function* (
  size: number,
  columns: readonly (Column | null)[],
): Generator<void, Uint32Array> {
  const groups = new Uint32Array(size);
  const numbers = new Map<string, number>();
  for (let row = 0; row < size; row += 1) {
    if (row % stepRows === 0) yield;
    const key = columns.map((column) => describeValues(column, row)).join('\n');
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    groups[row] = number;
  }
  return groups;
};

const describeValues = (column: Column | null, row: number): string => {
  if (column === null) return '';
  return column.kind === 'values'
    ? column.ids.subarray(column.offsets[row], column.offsets[row + 1]).join(' ')
    : JSON.stringify(valuesAt(column, row));
};

/** Families by the group of their first row. */
const orderFamilies = function* (
  { familyStarts, familyRows }: Catalogue['rows'],
  groups: Uint32Array,
): Generator<void, Uint32Array> {
  const byGroup = new Map<number, number[]>();
  const count = familyStarts.length - 1;
  for (let family = 0; family < count; family += 1) {
    if (family % stepRows === 0) yield;
    const group = groups[familyRows[familyStarts[family] ?? 0] ?? 0] ?? 0;
    const families = byGroup.get(group);
    if (families) families.push(family);
    else byGroup.set(group, [family]);
  }
  const order = new Uint32Array(count);
  let at = 0;
  for (const families of byGroup.values()) {
    order.set(families, at);
    at += families.length;
    yield;
  }
  return order;
};
