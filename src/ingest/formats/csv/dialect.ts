export type Dialect = { readonly separator: string; readonly quote: string };

export const createRecordReader = ({ separator, quote }: Dialect) => {
  const fields: string[] = [];
  let quoted: string | null = null;

  /** Reads inside quotes from `at`. Returns where the field ended, or -1 if it continues on the next line. */
  const readQuoted = (line: string, at: number): number => {
    let from = at;
    for (;;) {
      const next = line.indexOf(quote, from);
      if (next < 0) {
        quoted += `${line.slice(from)}\n`;
        return -1;
      }
      quoted += line.slice(from, next);
      if (line[next + 1] !== quote) return next + 1;
      quoted += quote;
      from = next + 2;
    }
  };

  const readPlain = (line: string, at: number): number => {
    const next = line.indexOf(separator, at);
    const end = next < 0 ? line.length : next;
    fields.push(line.slice(at, end));
    return end;
  };

  return {
    /** Returns what is wrong with the line, or null. */
    add(line: string): string | null {
      let at = 0;
      for (;;) {
        if (quoted === null && line[at] === quote) {
          quoted = '';
          at++;
        }
        if (quoted === null) at = readPlain(line, at);
        else {
          at = readQuoted(line, at);
          if (at < 0) return null;
          fields.push(quoted);
          quoted = null;
          while (line[at] === ' ' && separator !== ' ') at++;
          if (at < line.length && line[at] !== separator) return 'Text follows a closing quote.';
        }
        if (at >= line.length) return null;
        at++;
      }
    },
    isOpen: (): boolean => quoted !== null,
    fields: (): readonly string[] => fields,
  };
};

const separators = [',', ';', '\t', '|'];
const sampleLines = 60;

/** Excel's declaration of the separator: a first line `sep=;`. */
export const declaredSeparator = (line: string): string | null => /^"?sep=(.)"?$/i.exec(line)?.[1] ?? null;

/** Chooses the dialect under which the first lines look most like a table: many columns, and the same number in each row. */
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
