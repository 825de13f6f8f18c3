import type { RawRow } from '../feed.ts';

/** The text of a column, trimmed; empty when the feed has no such column. */
export const columnText = (row: RawRow, column: string): string => {
  const value = row[column];
  return typeof value === 'string' ? value.trim() : '';
};

/** The first non-empty text among several spellings of a column. */
export const firstColumnText = (row: RawRow, columns: readonly string[]): string => {
  for (const column of columns) {
    const found = columnText(row, column);
    if (found !== '') return found;
  }
  return '';
};
