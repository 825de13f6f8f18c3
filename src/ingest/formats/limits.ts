export const formatLimits = {
  /** One row, unpacked. Longer ones are no products. */
  rowBytes: 16 << 20,
  /** How much of a feed is looked at to find its format. */
  headBytes: 64 << 10,
} as const;
