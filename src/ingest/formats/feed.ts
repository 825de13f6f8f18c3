/** One value of a feed: text from CSV and XML, any JSON value from JSON. */
export type RawValue =
  | string
  | number
  | boolean
  | null
  | readonly RawValue[]
  | { readonly [name: string]: RawValue };

/** Created without a prototype, so that a column named `__proto__` is an ordinary column. */
export type RawRow = Readonly<Record<string, RawValue>>;

/**
 * What a parser yields. `line` counts from 1 in the unpacked feed and points at the start of the row.
 *  - `fault` stands where a row should have been, and never stops the rows after it.
 *  - `notice` says something about rows that are kept: a header that stands twice, a repaired character.
 *  - `cut` is the last item of a feed that could not be read to its end. What came before it is not the
 *    whole catalogue: it must not go live as if it were.
 */
export type FeedItem =
  | { readonly kind: 'row'; readonly line: number; readonly row: RawRow }
  | { readonly kind: 'fault'; readonly line: number; readonly reason: string }
  | { readonly kind: 'notice'; readonly line: number; readonly reason: string }
  | { readonly kind: 'cut'; readonly line: number; readonly reason: string };

export const faultAt = (line: number, reason: string): FeedItem => ({ kind: 'fault', line, reason });
export const cutAt = (line: number, reason: string): FeedItem => ({ kind: 'cut', line, reason });

/** Called with the instant that a feed says it was written at, in milliseconds since 1970. */
export type OnTimestamp = (instant: number) => void;

/** A feed format: turns bytes into rows and faults, in memory that does not grow with the feed. */
export type FeedFormat = (
  bytes: AsyncIterable<Uint8Array>,
  onTimestamp?: OnTimestamp,
) => AsyncIterable<FeedItem>;

export const formatLimits = {
  /** One unpacked row. No real product is longer. */
  rowBytes: 16 << 20,
  /** Columns of a table, fields of a JSON row, attributes of an XML element. */
  columns: 5_000,
  /** Levels of objects and lists in a JSON row. */
  depth: 32,
  /** Bytes that are read to detect the format. */
  headBytes: 64 << 10,
} as const;

/** The text of a column, trimmed; empty when the feed has no such column. */
export const columnText = (row: RawRow, column: string): string => {
  const value = row[column];
  return typeof value === 'string' ? value.trim() : '';
};

/** The first non-empty text among several spellings of a column. */
export const firstColumnText = (row: RawRow, columns: readonly string[]): string =>
  columns.map((column) => columnText(row, column)).find((text) => text !== '') ?? '';
