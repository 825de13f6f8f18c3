/** What the page of products shows, kept in the address so that it can be linked. */
export type CatalogueSearch = {
  readonly dataset?: string;
  readonly q?: string;
  readonly filter?: string;
  /** From 1. */
  readonly page?: number;
};

/** The router parses a text of digits alone as a number. Empty texts and the first page are left out. */
export const readCatalogueSearch = (search: Record<string, unknown>): CatalogueSearch => {
  const text = (name: 'dataset' | 'q' | 'filter') => {
    const value = search[name];
    const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return written === '' ? {} : { [name]: written };
  };
  const page = typeof search.page === 'string' || typeof search.page === 'number' ? Number(search.page) : 1;
  return {
    ...text('dataset'),
    ...text('q'),
    ...text('filter'),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
};
