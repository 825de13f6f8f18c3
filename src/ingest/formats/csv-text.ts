import type { RawRow } from '../feed.ts';

/** The text of a column, trimmed; empty when the feed has no such column. */
export const text = (row: RawRow, column: string): string => {
  const value = row[column];
  return typeof value === 'string' ? value.trim() : '';
};

/** The first of several spellings of a column that holds something. */
export const firstText = (row: RawRow, columns: readonly string[]): string => {
  for (const column of columns) {
    const found = text(row, column);
    if (found !== '') return found;
  }
  return '';
};
