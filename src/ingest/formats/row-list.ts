/** What a document calls the list of its products, in any case. */
const rowListNames = new Set([
  'products',
  'product',
  'items',
  'rows',
  'records',
  'documents',
  'data',
  'keywords',
]);

export const isRowListName = (name: string): boolean => rowListNames.has(name.toLowerCase());
