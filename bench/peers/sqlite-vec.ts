import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { candidates, countFacets, type Facts, loadPackage, type Peer } from './peer.ts';

type Package = { readonly getLoadablePath: () => string };

/** An exact scan inside SQLite; facet fields are metadata columns of its table. */
export const sqliteVec: Peer = {
  name: 'sqlite-vec (exact)',
  build: async (catalogue, folder) => {
    const { getLoadablePath } = await loadPackage<Package>('sqlite-vec');
    const database = new DatabaseSync(join(folder, 'sqlite-vec.db'), { allowExtension: true });
    database.loadExtension(getLoadablePath());
    const { size, dimensions } = catalogue;
    database.exec(
      `CREATE VIRTUAL TABLE items USING vec0(id INTEGER PRIMARY KEY, vector float[${dimensions}] distance_metric=cosine,
        brand TEXT, colour TEXT, price FLOAT)`,
    );
    const insert = database.prepare(
      'INSERT INTO items (id, vector, brand, colour, price) VALUES (?, ?, ?, ?, ?)',
    );
    database.exec('BEGIN');
    for (let id = 0; id < size; id += 1) {
      const { vector, brand, colour, price } = catalogue.item(id);
      insert.run(BigInt(id), new Uint8Array(vector.buffer), brand, colour, price);
    }
    database.exec('COMMIT');
    const select = 'SELECT id, brand, colour, price FROM items WHERE vector MATCH ? AND k = ?';
    const plain = database.prepare(`${select} ORDER BY distance`);
    const filtered = database.prepare(`${select} AND colour = ? ORDER BY distance`);
    return {
      search: async (id, colour) => {
        const vector = new Uint8Array(catalogue.item(id).vector.buffer);
        const rows =
          colour === null ? plain.all(vector, candidates + 1) : filtered.all(vector, candidates + 1, colour);
        return countFacets(rows as unknown as Facts[], id);
      },
      close: () => database.close(),
    };
  },
};
