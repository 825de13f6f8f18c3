/**
 * A statement with its parameters. `texts` has one entry more than `values`: parameter n stands between text n and
 * text n + 1. Values never become part of the text.
 */
export type Sql = {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  /** Each connection parses it once and remembers its plan. */
  readonly isPrepared?: boolean;
};

const isSql = (part: unknown): part is Sql =>
  typeof part === 'object' && part !== null && 'texts' in part && 'values' in part;

/** A statement, or a part of one: a part in `${}` is inserted, any other value becomes a parameter. */
export const sql = (strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql => {
  const texts = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string): void => void texts.push((texts.pop() ?? '') + text);
  parts.forEach((part, index) => {
    if (isSql(part)) {
      append(part.texts[0] ?? '');
      texts.push(...part.texts.slice(1));
      values.push(...part.values);
    } else {
      texts.push('');
      values.push(part);
    }
    append(strings[index + 1] ?? '');
  });
  return { texts, values };
};

/** For statements that requests repeat. Few texts: each takes memory in every connection. */
export const prepareSql = (statement: Sql): Sql => ({ ...statement, isPrepared: true });

/** Text that is part of the statement: table names and constants of the program, never the text of a caller. */
export const rawSql = (text: string): Sql => ({ texts: [text], values: [] });

export const joinSql = (parts: readonly Sql[], separator: string): Sql =>
  parts.reduce<Sql | null>(
    (joined, part) => (joined === null ? part : sql`${joined}${rawSql(separator)}${part}`),
    null,
  ) ?? rawSql('');

/** The text with `$1`, `$2` … for its parameters. */
export const toText = ({ texts }: Sql): string =>
  texts.map((text, index) => (index === 0 ? text : `$${index}${text}`)).join('');

export type Queries = {
  /** The rows of one statement. `R` is what the statement selects. */
  query<R extends object>(statement: Sql): Promise<readonly R[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
};

/** A PostgreSQL database. Failures to reach it are faults with the code `unavailable`. */
export type Database = Queries & {
  /** All statements of `work` take effect, or none. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Calls `onMessage` for notifications on a channel, for as long as the connection lasts. */
  listen(channel: string, onMessage: () => void): Promise<void>;
  close(): Promise<void>;
};
