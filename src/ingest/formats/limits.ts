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
