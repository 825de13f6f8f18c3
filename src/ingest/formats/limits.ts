export const formatLimits = {
  /** One unpacked row. No real product is longer. */
  rowBytes: 16 << 20,
  /** Bytes that are read to detect the format. */
  headBytes: 64 << 10,
} as const;
