import { candidates, countFacets, type Facts, loadPackage, type Peer } from './peer.ts';

/** Orama wants a text as `id`. */
type Hit = { readonly document: Omit<Facts, 'id'> & { readonly id: string } };
type Package = {
  readonly create: (options: object) => object;
  readonly insertMultiple: (database: object, items: readonly object[], batch: number) => Promise<unknown>;
  readonly searchVector: (database: object, query: object) => Promise<{ readonly hits: readonly Hit[] }>;
};

const batch = 5000;

/** An exact scan in JavaScript. */
export const orama: Peer = {
  name: 'Orama (exact)',
  build: async (catalogue) => {
    const { create, insertMultiple, searchVector } = await loadPackage<Package>('@orama/orama');
    const { size, dimensions } = catalogue;
    const vector = `vector[${dimensions}]`;
    const schema = { id: 'string', vector, brand: 'enum', colour: 'enum', price: 'number' };
    const database = create({ schema });
    for (let first = 0; first < size; first += batch) {
      const items = Array.from({ length: Math.min(batch, size - first) }, (_, at) => {
        const { vector: numbers, ...rest } = catalogue.item(first + at);
        return { ...rest, id: String(rest.id), vector: [...numbers] };
      });
      await insertMultiple(database, items, batch);
    }
    return {
      search: async (id, colour) => {
        const { hits } = await searchVector(database, {
          vector: { value: [...catalogue.item(id).vector], property: 'vector' },
          similarity: 0,
          limit: candidates + 1,
          ...(colour !== null && { where: { colour: { eq: colour } } }),
        });
        return countFacets(
          hits.map(({ document }) => ({ ...document, id: Number(document.id) })),
          id,
        );
      },
      close: () => {},
    };
  },
};
