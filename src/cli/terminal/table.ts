/** Columns as wide as their widest cell, two spaces apart. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, place) => Math.max(widest[place] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const formatBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? 'B'}`;
};
