/** Files of a product version, one for each structure. */
export const productFiles = {
  rows: 'rows.bin',
  records: 'records.bin',
  columns: 'columns.bin',
  text: 'text.bin',
  looks: 'looks.bin',
  neighbours: 'neighbours.bin',
  /** Neighbours beyond the end of the lists, for the next version. */
  reserve: 'reserve.bin',
  /** Smaller forms of the vectors (vectors/vector-codes.ts). Given another name when their form, or what their scores mean, changes. */
  codes: 'codes.bin',
} as const;
