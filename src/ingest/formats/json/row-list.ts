/** Names of the list of products in a JSON document, in any case. */
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
