import { createRecordReader, type Dialect } from './record.ts';

const separators = [',', ';', '\t', '|'];
const sampleLines = 60;

/** Excel's declaration of the separator: a first line `sep=;`. */
export const declaredSeparator = (line: string): string | null => /^"?sep=(.)"?$/i.exec(line)?.[1] ?? null;

/**
 * Chooses the dialect under which the first lines look most like a table: many columns, and the same number
 * in each row.
 */
export const inspectDialect = (lines: readonly string[]): Dialect => {
  const sample = lines.slice(0, sampleLines);
  const quote = detectQuote(sample);
  let best = { dialect: { separator: ',', quote }, score: -1 };
  for (const separator of separators) {
    const dialect = { separator, quote };
    const score = tableScore(sample, dialect);
    if (score > best.score) best = { dialect, score };
  }
  return best.dialect;
};

const detectQuote = (lines: readonly string[]): string => {
  const text = `\n${lines.join('\n')}\n`;
  const count = (quote: string) =>
    text.split(new RegExp(`[,;\\t|\\n]${quote}|${quote}[,;\\t|\\n]`)).length - 1;
  // Apostrophes at word boundaries are common in text, so single quotes must clearly win.
  return count("'") > 4 && count('"') === 0 ? "'" : '"';
};

const tableScore = (lines: readonly string[], dialect: Dialect): number => {
  const widths = rowWidths(lines, dialect);
  const [header] = widths;
  if (header === undefined || header < 2) return 0;
  const same = widths.filter((width) => width === header).length;
  return (same / widths.length) * Math.log2(header);
};

const rowWidths = (lines: readonly string[], dialect: Dialect): number[] => {
  const widths: number[] = [];
  let reader = createRecordReader(dialect);
  for (const line of lines) {
    if (line === '' && !reader.isOpen()) continue;
    const problem = reader.add(line);
    if (reader.isOpen() && problem === null) continue;
    widths.push(problem === null ? reader.fields().length : 0);
    reader = createRecordReader(dialect);
  }
  return widths;
};
