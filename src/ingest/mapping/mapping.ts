import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawRow, RawValue } from '../formats/feed.ts';
import { type Separator, toFieldValue } from './field-value.ts';
import type { ColumnStatistics } from './inspect-columns.ts';
import { findSaleColumns } from './roles.ts';

const detectSeparator = (column: ColumnStatistics | undefined): Separator => {
  const separators = column?.separators;
  if (separators && separators['>'] > 0) return '>';
  return separators && separators['|'] > 0 ? '|' : '/';
};

type FieldReader = {
  readonly field: Field;
  readonly separator: Separator;
  readonly raw: (row: RawRow) => RawValue | undefined;
};

/** Read from one top-level column, without a path and without a template. */
const isPlainColumn = ({ field }: FieldReader): boolean =>
  field.template === undefined && !/[.[\]]/.test(field.from);

export type Mapping = ReturnType<typeof createMapping>;

/**
 * How rows of one feed become fields. A feed may have thousands of sparse columns, of which a row has a few dozen. So plain
 * fields are looked up by the columns of the row; only the others are tried one by one.
 */
export const createMapping = (fields: readonly Field[], columns: readonly ColumnStatistics[]) => {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const readers = fields.map((field): FieldReader => {
    const direct = createPathReader(field.from);
    const template = field.template === undefined ? null : createTemplateReader(field.template);
    const separator = detectSeparator(byPath.get(field.from));
    return { field, separator, raw: (row) => direct(row) ?? template?.(row) };
  });
  const byName = new Map(readers.map((reader) => [reader.field.name, reader]));
  const plain = Map.groupBy(readers.filter(isPlainColumn), ({ field }) => field.from);
  const others = readers.filter((reader) => !isPlainColumn(reader));
  const scale = byName.get('price')?.field.scale;
  return {
    fields,
    /** The sale price of the row, if it has one. */
    readSale: createSaleReader([...byPath.keys()], scale),
    /** The raw value of a field, before conversion. */
    readRaw: (row: RawRow, name: string): unknown => byName.get(name)?.raw(row),
    /** All fields of the row, by their mapped names. */
    read(row: RawRow): Record<string, FieldValue> {
      const values: [string, FieldValue][] = [];
      const add = ({ field, separator }: FieldReader, value: RawValue | undefined): void => {
        const typed = toFieldValue(field, separator, value);
        if (typed !== null) values.push([field.name, typed]);
      };
      for (const [column, value] of Object.entries(row)) {
        for (const reader of plain.get(column) ?? []) add(reader, value);
      }
      for (const reader of others) add(reader, reader.raw(row));
      return Object.fromEntries(values);
    },
  };
};

/** Step of a path such as `images[0].url`: a name, an index, or every item (`[]`). */
type Step = string | number | typeof every;

const every = Symbol('every place of a list');

type Reader = (row: RawRow) => RawValue | undefined;

const parsePath = (path: string): Step[] =>
  [...path.matchAll(/\[(\d*)\]|([^.[\]]+)/g)].map(([, place, name]) => {
    if (name !== undefined) return name;
    return place === '' ? every : Number(place);
  });

const followSteps = (value: RawValue | undefined, steps: readonly Step[]): RawValue | undefined => {
  const [step, ...rest] = steps;
  if (step === undefined || value === undefined || value === null) return value;
  if (step === every) return followEvery(value, rest);
  if (typeof step === 'number')
    return Array.isArray(value) ? followSteps((value as RawValue[])[step], rest) : undefined;
  if (typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
  return followSteps((value as RawRow)[step], rest);
};

const followEvery = (value: RawValue, rest: readonly Step[]): RawValue | undefined => {
  if (!Array.isArray(value)) return followSteps(value, rest);
  return (value as RawValue[]).flatMap((item) => followSteps(item, rest) ?? []);
};

/** A column with exactly this name is used first; otherwise the name is a path into nested values. */
export const createPathReader = (path: string): Reader => {
  const steps = parsePath(path);
  if (steps.length < 2) return (row) => row[path];
  return (row) => (Object.hasOwn(row, path) ? row[path] : followSteps(row, steps));
};

/** `https://shop.example/p/{id}`: each name in braces is replaced by the row's value, URL-encoded. */
export const createTemplateReader = (template: string): Reader => {
  const parts = template.split(/\{([^{}]+)\}/);
  const readers = parts.map((part, place) => (place % 2 === 1 ? createPathReader(part) : null));
  return (row) => {
    const texts = parts.map((part, place) => {
      const value = readers[place] ? readers[place](row) : part;
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      return readers[place] ? encodeURIComponent(String(value)) : part;
    });
    return texts.includes(null) ? undefined : texts.join('');
  };
};

/** A sale price and its period, in milliseconds since 1970. A missing start or end is infinite. */
export type Sale = { readonly price: number; readonly fromMs: number; readonly toMs: number };

const dayMs = 24 * 60 * 60 * 1000;

/** A date without a time means the start of the day. NaN if it cannot be parsed. */
const parseInstant = (text: string): number => Date.parse(text.trim());

/** An end date without a time includes the whole day. */
const parseEnd = (text: string): number => parseInstant(text) + (/\d:\d/.test(text) ? 0 : dayMs - 1);

const toTrimmedText = (value: RawValue | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

export const createSaleReader = (paths: readonly string[], scale: number | undefined) => {
  const { price, period, from, to } = findSaleColumns(paths);
  if (price === null) return () => null;
  const readers = [price, period, from, to].map((path) =>
    path === null ? () => undefined : createPathReader(path),
  );
  return (row: RawRow): Sale | null => {
    const [sale, wholePeriod, start, end] = readers.map((read) => read(row));
    const amount = toFieldValue({ type: 'number', ...(scale !== undefined && { scale }) }, '/', sale);
    if (typeof amount !== 'number') return null;
    const whole = toTrimmedText(wholePeriod);
    const [first = '', last = ''] = whole === '' ? [start, end].map(toTrimmedText) : whole.split('/');
    const fromMs = first === '' ? -Infinity : parseInstant(first);
    return { price: amount, fromMs, toMs: last === '' ? Infinity : parseEnd(last) };
  };
};

/** Never active if a date cannot be parsed: showing the higher price is the safer mistake. */
export const isSaleActive = ({ fromMs, toMs }: Sale, nowMs: number): boolean =>
  fromMs <= nowMs && nowMs <= toMs;
