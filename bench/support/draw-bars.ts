import type { Row } from './read-report.ts';

const lineHeight = 22;
const labelWidth = 360;
const barWidth = 320;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A bar for each row, relative to the largest row of the same unit. */
export const drawBars = (title: string, rows: readonly Row[]): string => {
  const largest = new Map<string, number>();
  for (const { unit, value } of rows) largest.set(unit, Math.max(largest.get(unit) ?? 0, value));
  const bars = rows.map(({ label, value, unit }, index) => {
    const y = 40 + index * lineHeight;
    const length = Math.round((barWidth * value) / (largest.get(unit) || 1));
    return `  <text x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">${escape(label)}</text>
  <rect x="${labelWidth}" y="${y}" width="${length}" height="16" fill="#4a7"/>
  <text x="${labelWidth + length + 6}" y="${y + 14}">${value} ${escape(unit)}</text>`;
  });
  const height = 60 + rows.length * lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${labelWidth + barWidth + 200} ${height}" font-family="sans-serif" font-size="13">
  <title>${escape(title)}</title>
  <text x="10" y="24" font-weight="bold">${escape(title)}</text>
${bars.join('\n')}
</svg>
`;
};
