import { join } from 'node:path';
import { candidates, type Catalogue, countFacets, type Facts, loadPackage, type Peer } from './peer.ts';

type Query = {
  distanceType(type: string): Query;
  where(condition: string): Query;
  refineFactor(factor: number): Query;
  ef(size: number): Query;
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<Facts[]>;
};
type Table = {
  add(rows: readonly object[]): Promise<unknown>;
  createIndex(column: string, options?: object): Promise<void>;
  vectorSearch(vector: Float32Array): Query;
};
type Connection = { createTable(name: string, rows: readonly object[]): Promise<Table>; close(): void };
type Package = {
  readonly connect: (folder: string) => Promise<Connection>;
  readonly Index: { hnswSq(options: object): object };
};

const batch = 10_000;
/** Candidates that are compared in full, as a multiple of those wanted; the search of the graph must be as wide. */
const refine = 2;
const searched = refine * (candidates + 1);

const listRows = ({ item, size }: Catalogue, first: number) =>
  Array.from({ length: Math.min(batch, size - first) }, (_, at) => {
    const { vector, ...rest } = item(first + at);
    return { ...rest, vector: [...vector] };
  });

/** HNSW on quantised vectors with full precision for the best, and an index on the filtered column. */
export const lanceDb: Peer = {
  name: 'LanceDB (HNSW_SQ, refined)',
  build: async (catalogue, folder) => {
    const { connect, Index } = await loadPackage<Package>('@lancedb/lancedb');
    const connection = await connect(join(folder, 'lancedb'));
    const table = await connection.createTable('items', listRows(catalogue, 0));
    for (let first = batch; first < catalogue.size; first += batch)
      await table.add(listRows(catalogue, first));
    await table.createIndex('vector', { config: Index.hnswSq({ distanceType: 'cosine' }) });
    await table.createIndex('colour');
    return {
      search: async (id, colour) => {
        const query = table
          .vectorSearch(catalogue.item(id).vector)
          .distanceType('cosine')
          .select(['id', 'brand', 'colour', 'price', '_distance'])
          .ef(2 * searched)
          .refineFactor(refine)
          .limit(candidates + 1);
        const rows = await (colour === null ? query : query.where(`colour = '${colour}'`)).toArray();
        return countFacets(rows, id);
      },
      close: () => connection.close(),
    };
  },
};
