export type Dialect = { readonly separator: string; readonly quote: string };

/** Assembles one row, which may span several lines. */
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

  const closeQuoted = (): void => {
    fields.push(quoted ?? '');
    quoted = null;
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
          closeQuoted();
          at = skipSpaces(line, at, separator);
          if (at < line.length && line[at] !== separator) return 'Text follows a closing quote.';
        }
        if (at >= line.length) return null;
        at++;
      }
    },
    /** True while a quote is not closed. */
    isOpen: (): boolean => quoted !== null,
    fields: (): readonly string[] => fields,
  };
};

const skipSpaces = (line: string, from: number, separator: string): number => {
  let at = from;
  while (line[at] === ' ' && separator !== ' ') at++;
  return at;
};
