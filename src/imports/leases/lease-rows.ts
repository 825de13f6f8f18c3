import type { Database } from '../../postgres/database.ts';
import { nameIn, type Tables } from '../../postgres/create-tables.ts';
import { sql } from '../../postgres/sql.ts';

export const importTables = (schema: string): Tables => ({
  schema,
  script: new URL('shared-imports.sql', import.meta.url),
  lastTable: 'import_job',
});

/** The statements on the rights to import. All times are those of the database. */
export const createLeaseRows = (database: Database, schema: string, seconds: number) => {
  const table = nameIn(schema, 'import_lease');
  const until = sql`now() + make_interval(secs => ${seconds})`;
  return {
    /** The number of the right; null while another holder has it. */
    take: async (dataset: string, holder: string): Promise<number | null> => {
      const [row] = await database.query<{ fence: string }>(sql`
        INSERT INTO ${table} AS held VALUES (${dataset}, ${holder}, ${until}, 1)
        ON CONFLICT (dataset) DO UPDATE SET holder = excluded.holder, until = excluded.until,
          fence = held.fence + CASE WHEN held.holder = excluded.holder AND held.until >= now() THEN 0 ELSE 1 END
        WHERE held.holder = excluded.holder OR held.until < now() RETURNING fence::text`);
      return row === undefined ? null : Number(row.fence);
    },
    /** False when another holder took it. One that has ended and that nobody took is renewed too. */
    renew: async (dataset: string, holder: string, fence: number): Promise<boolean> => {
      const rows = await database.query(sql`
        UPDATE ${table} SET until = ${until}
        WHERE dataset = ${dataset} AND holder = ${holder} AND fence = ${fence} RETURNING dataset`);
      return rows.length > 0;
    },
    release: async (dataset: string, holder: string): Promise<void> => {
      await database.query(sql`
        UPDATE ${table} SET until = '-infinity' WHERE dataset = ${dataset} AND holder = ${holder}`);
    },
    /** Datasets that somebody has the right to import. */
    listTaken: async (): Promise<string[]> => {
      const rows = await database.query<{ dataset: string }>(
        sql`SELECT dataset FROM ${table} WHERE until >= now()`,
      );
      return rows.map(({ dataset }) => dataset);
    },
  };
};

export type LeaseRows = ReturnType<typeof createLeaseRows>;
