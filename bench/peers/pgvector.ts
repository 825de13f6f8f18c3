import { Client } from 'pg';
import { candidates, countFacets, type Facts, type Peer } from './peer.ts';

const rowsPerInsert = 500;

/** Opens a database of its own on the server that tests use: an installed one, or the one of KINDRED_TEST_DATABASE_URL. */
const openDatabase = async () => {
  const { createServerDatabase, serverUrl, withoutServer } = await import(
    '../../test/support/postgres/server-database.ts'
  );
  if (serverUrl === undefined) throw new Error(withoutServer);
  const { url, drop } = await createServerDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const close = async (): Promise<void> => {
    await client.end();
    await drop();
  };
  return { client, close };
};

const writeVector = (vector: Float32Array): string => `[${vector.join(',')}]`;

/** HNSW of pgvector, with its iterative scan for filters, over a connection that prepares its statements. */
export const pgvector: Peer = {
  name: 'PostgreSQL with pgvector (HNSW)',
  build: async (catalogue) => {
    const { client, close } = await openDatabase();
    const { size, dimensions } = catalogue;
    await client.query('CREATE EXTENSION vector');
    await client.query(
      `CREATE TABLE items (id int PRIMARY KEY, vector vector(${dimensions}), brand text, colour text, price float8)`,
    );
    for (let first = 0; first < size; first += rowsPerInsert) {
      const items = Array.from({ length: Math.min(rowsPerInsert, size - first) }, (_, at) =>
        catalogue.item(first + at),
      );
      await client.query(
        'INSERT INTO items SELECT * FROM unnest($1::int[], $2::vector[], $3::text[], $4::text[], $5::float8[])',
        [
          items.map(({ id }) => id),
          items.map(({ vector }) => writeVector(vector)),
          items.map(({ brand }) => brand),
          items.map(({ colour }) => colour),
          items.map(({ price }) => price),
        ],
      );
    }
    await client.query("SET maintenance_work_mem = '1GB'");
    await client.query('CREATE INDEX ON items USING hnsw (vector vector_ip_ops)');
    await client.query('CREATE INDEX ON items (colour)');
    await client.query('ANALYZE items');
    await client.query(`SET hnsw.ef_search = ${candidates + 1}`);
    await client.query("SET hnsw.iterative_scan = 'strict_order'");
    const select = 'SELECT id, brand, colour, price FROM items';
    const order = `ORDER BY vector <#> $1 LIMIT ${candidates + 1}`;
    return {
      search: async (id, colour) => {
        const vector = writeVector(catalogue.item(id).vector);
        const { rows } = await (colour === null
          ? client.query<Facts>({ name: 'plain', text: `${select} ${order}`, values: [vector] })
          : client.query<Facts>({
              name: 'filtered',
              text: `${select} WHERE colour = $2 ${order}`,
              values: [vector, colour],
            }));
        return countFacets(rows, id);
      },
      close,
    };
  },
};
