import { Value } from 'typebox/value';
import {
  type LogItem,
  type LogRow,
  type BehaviourEvent,
  behaviourEventSchema,
  maximumTextLength,
  readInstant,
} from './event.ts';
import { readUbiRow } from './ubi.ts';
import { Fault } from '../../../errors.ts';

type Row = Readonly<Record<string, unknown>>;
type RowReader = (line: number, row: Row) => LogItem[];

const ubiFields = ['user_query', 'action_name', 'query_id', 'index', 'create'];

/**
 * Turns rows into behaviour, one row in memory at a time. The first row decides the format: UBI, a table of searches,
 * or keywords with counts. Decompression and the parsing of CSV or NDJSON happen before this.
 */
export async function* readLog(rows: AsyncIterable<LogRow>, options: ColumnOptions = {}) {
  let read: RowReader | null = null;
  for await (const item of rows) {
    if (item.kind !== 'row') yield item;
    else {
      read ??= chooseReader(Object.keys(item.row), options);
      yield* read(item.line, item.row);
    }
  }
}

const chooseReader = (names: readonly string[], options: ColumnOptions): RowReader => {
  if (ubiFields.some((field) => names.includes(field)) && Object.keys(options).length === 0)
    return readUbiRow;
  const table = inspectColumns(names, options);
  return table.kind === 'searches'
    ? (line, row) => readSearchRow(line, row, table.columns)
    : (line, row) => readCountRow(line, row, table.columns);
};

/** A row of searches: the search, and the click on a product where the row has one. */
export const readSearchRow = (line: number, row: Row, columns: SearchColumns): LogItem[] => {
  const [shopper, query] = [toText(row[columns.shopper]), toText(row[columns.query])];
  const at = readInstant(row[columns.at]);
  if (at === null) return [fault(line, `"${columns.at}" is no time: ${quoteValue(row[columns.at])}`)];
  if (shopper === '') return [fault(line, `"${columns.shopper}" is empty`)];
  if (query === '') return [fault(line, `"${columns.query}" is empty`)];
  const events: BehaviourEvent[] = [{ kind: 'search', shopper, at, query }];
  const product = columns.product === null ? '' : toText(row[columns.product]);
  const clickedAt = columns.clickedAt === null ? null : readInstant(row[columns.clickedAt]);
  if (product !== '') events.push({ kind: 'click', shopper, at: clickedAt ?? at, query, product });
  return events.map((event) => toLogItem(line, event));
};

const toLogItem = (line: number, event: BehaviourEvent): LogItem =>
  Value.Check(behaviourEventSchema, event)
    ? { kind: 'event', line, event }
    : fault(line, `a field is longer than ${maximumTextLength} characters`);

/** A row of an analytics export. Thousands may be grouped: `1,234` and `1.234` are the same count. */
export const readCountRow = (line: number, row: Row, columns: CountColumns): LogItem[] => {
  const keyword = toText(row[columns.keyword]);
  const digits = toText(row[columns.count]).replace(/(?<=\d)[.,'\s](?=\d{3}(\D|$))/g, '');
  if (keyword === '' || keyword.length > maximumTextLength)
    return [fault(line, `"${columns.keyword}" is empty or too long`)];
  if (!/^\d+$/.test(digits))
    return [fault(line, `"${columns.count}" is no count: ${quoteValue(row[columns.count])}`)];
  return [{ kind: 'count', line, count: { keyword, count: Number(digits) } }];
};

const toText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const quoteValue = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 60);

const fault = (line: number, reason: string): LogItem => ({ kind: 'fault', line, reason });

/** The roles of a table's columns. `clickedAt` is set only when a click has its own time. */
export type SearchColumns = Readonly<Record<'shopper' | 'at' | 'query', string>> &
  Readonly<Record<'product' | 'clickedAt', string | null>>;

export type CountColumns = { readonly keyword: string; readonly count: string };

export type LogColumns =
  | { readonly kind: 'searches'; readonly columns: SearchColumns }
  | { readonly kind: 'counts'; readonly columns: CountColumns };

/** Columns that the operator named; the others are found by their names. */
export type ColumnOptions = Partial<SearchColumns & CountColumns>;

/** Known names, best first, compared without case, spaces and punctuation. */
const knownNames: Readonly<Record<keyof ColumnOptions, string>> = {
  shopper: 'shopper shopperid user userid clientid visitor visitorid customer customerid sessionid session',
  at: 'querytime searchtime at timestamp time datetime eventtime date',
  query: 'query userquery searchquery searchterm searchkeyword keyword keywords term search q',
  product: 'product productid identifier clickedproduct clicked sku item itemid asin',
  clickedAt: 'clicktime clickedat',
  keyword: 'keyword keywords query searchterm searchquery searchkeyword search term text pattern phrase',
  count:
    'count searches totaluniquesearches totalsearches frequency popularity volume hits sessions views uses total',
};

const normaliseColumnName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the roles of the columns. Throws `bad-input` with the existing columns when they are not recognised. */
export const inspectColumns = (names: readonly string[], options: ColumnOptions = {}): LogColumns => {
  for (const name of Object.values(options))
    if (name !== null && !names.includes(name)) throw unknownColumn(name, names);
  const find = (role: keyof ColumnOptions): string | null => options[role] ?? findColumn(names, role);
  const [shopper, at, query] = [find('shopper'), find('at'), find('query')];
  if (shopper && at && query)
    return {
      kind: 'searches',
      columns: { shopper, at, query, product: find('product'), clickedAt: find('clickedAt') },
    };
  const [keyword, count] = [find('keyword'), find('count')];
  if (keyword && count) return { kind: 'counts', columns: { keyword, count } };
  throw unrecognisedColumns(names);
};

/** The column of a role by its best-known name; null where there is none. */
export const findColumn = (names: readonly string[], role: keyof ColumnOptions): string | null => {
  const byName = new Map(names.toReversed().map((name) => [normaliseColumnName(name), name]));
  return byName.get(knownNames[role].split(' ').find((known) => byName.has(known)) ?? '') ?? null;
};

const unknownColumn = (name: string, names: readonly string[]): Fault =>
  new Fault('bad-input', `There is no column "${name}".`, { nextStep: `Choose among: ${names.join(', ')}.` });

const unrecognisedColumns = (names: readonly string[]): Fault =>
  new Fault('bad-input', `Neither searches (shopper, time, query) nor keyword counts: ${names.join(', ')}.`, {
    nextStep:
      'Name the columns: --shopper, --at and --query, or --keyword and --count; or give them these names in the file.',
  });
