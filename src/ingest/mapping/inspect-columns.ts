import type { RawRow, RawValue } from '../formats/feed.ts';
import { isBooleanWord } from './booleans.ts';

export const inspectionLimits = {
  /** Columns that are inspected; further columns are not in the records. */
  columns: 10_000,
  /** Distinct values that are counted per column; more than a facet could show. */
  distinct: 500,
  examples: 3,
  exampleLength: 80,
} as const;

export type ColumnStatistics = {
  /** Path of the column: `brand`, `image.url`, `images[].url`. */
  readonly path: string;
  count: number;
  /** Single values; a list counts as several. */
  values: number;
  numbers: number;
  /** Values that may mean yes or no. */
  booleans: number;
  lists: number;
  longest: number;
  /** At most `inspectionLimits.distinct` of them. */
  readonly distinct: Set<string>;
  readonly separators: { '>': number; '|': number; '/': number };
};

const emptyStatistics = (path: string): ColumnStatistics => ({
  path,
  ...{ count: 0, values: 0, numbers: 0, booleans: 0, lists: 0, longest: 0 },
  distinct: new Set(),
  separators: { '>': 0, '|': 0, '/': 0 },
});

const isObject = (value: RawValue): value is RawRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Levels of nested objects and lists whose values become columns. */
const maximumDepth = 3;

/** Every leaf of a row with its path. Objects and lists of objects are entered; deeper levels are ignored. */
function* leaves(value: RawValue, path: string, depth: number): Generator<[string, RawValue]> {
  if (value === null || value === '') return;
  if (isObject(value)) {
    if (depth > maximumDepth) return;
    for (const [name, inside] of Object.entries(value))
      yield* leaves(inside, path === '' ? name : `${path}.${name}`, depth + 1);
  } else if (Array.isArray(value)) {
    const items = value as readonly RawValue[];
    if (!items.some((item) => typeof item === 'object')) {
      if (items.length > 0) yield [path, items];
      return;
    }
    if (depth > maximumDepth) return;
    for (const item of items) yield* leaves(item, `${path}[]`, depth + 1);
  } else yield [path, value];
}

/** Plain decimal numbers only: `007` and `1e5` are codes, not amounts. */
const looksNumeric = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.length < 16;

/** Skipped once a column has another value: most columns are not boolean. */
const countBoolean = (statistics: ColumnStatistics, value: RawValue, text: string): void => {
  if (statistics.booleans < statistics.values) return;
  if (typeof value === 'boolean' || isBooleanWord(text)) statistics.booleans += 1;
};

const countValue = (statistics: ColumnStatistics, value: RawValue): void => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof value === 'number' || looksNumeric(text)) statistics.numbers += 1;
  else countBoolean(statistics, value, text);
  statistics.values += 1;
  statistics.longest = Math.max(statistics.longest, text.length);
  if (statistics.distinct.size < inspectionLimits.distinct)
    statistics.distinct.add(text.slice(0, inspectionLimits.exampleLength));
  const separator = (['>', '|', '/'] as const).find((sign) => text.includes(sign));
  if (separator !== undefined) statistics.separators[separator] += 1;
};

/** Collects statistics of the columns, in memory that grows with the columns and not with the rows. */
export const createInspection = () => {
  const columns = new Map<string, ColumnStatistics>();
  let rows = 0;
  const statisticsOf = (path: string): ColumnStatistics | undefined => {
    const known = columns.get(path);
    if (known || columns.size >= inspectionLimits.columns) return known;
    const statistics = emptyStatistics(path);
    columns.set(path, statistics);
    return statistics;
  };
  return {
    add(row: RawRow): void {
      rows += 1;
      const seen = new Set<string>();
      for (const [path, value] of leaves(row, '', 0)) {
        const statistics = statisticsOf(path);
        if (!statistics) continue;
        if (!seen.has(path)) statistics.count += 1;
        const isList = Array.isArray(value) || seen.has(path);
        if (isList) statistics.lists += 1;
        seen.add(path);
        for (const item of Array.isArray(value) ? (value as readonly RawValue[]) : [value])
          countValue(statistics, item);
      }
    },
    rows: (): number => rows,
    columns: (): readonly ColumnStatistics[] => [...columns.values()],
  };
};
