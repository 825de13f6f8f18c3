import { type ColumnOptions, inspectColumns, type LogColumns } from './columns.ts';
import type { LogItem, LogRow } from './event.ts';
import { readCountRow, readSearchRow } from './table.ts';
import { readUbiRow } from './ubi.ts';

type RowReader = (line: number, row: Readonly<Record<string, unknown>>) => LogItem[];

const ubiFields = ['user_query', 'action_name', 'query_id', 'index', 'create'];

/**
 * Turns rows into behaviour, one row in memory at a time. The first row decides the format: UBI, a table of searches,
 * or keywords with counts. Decompression and the parsing of CSV or NDJSON happen before this.
 */
export async function* readLog(
  rows: AsyncIterable<LogRow>,
  options: ColumnOptions = {},
): AsyncGenerator<LogItem> {
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
  return createTableReader(table);
};

const createTableReader = (table: LogColumns): RowReader =>
  table.kind === 'searches'
    ? (line, row) => readSearchRow(line, row, table.columns)
    : (line, row) => readCountRow(line, row, table.columns);
