/**
 * One line of a table that a person opens in a spreadsheet. What begins like a formula would be run there,
 * so it gets an apostrophe in front; numbers are left as they are.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(formatCell).join(',')}\r\n`;

const formatCell = (cell: string | number | null): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
