import type { Database } from '../../postgres/database.ts';
import { nameIn, type Tables } from '../../postgres/create-tables.ts';
import { sql } from '../../postgres/sql.ts';
import type { LeasedJob } from '../dataset-leases.ts';

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

const listedAtMost = 1_000;

/** The statements on imports that wait or run, on any node. */
export const createJobRows = (database: Database, schema: string) => {
  const [jobs, leases, due] = ['import_job', 'import_lease', 'import_due'].map((name) =>
    nameIn(schema, name),
  );
  return {
    /** A second call does nothing. */
    announce: async ({ dataset, id, website }: LeasedJob): Promise<void> => {
      await database.query(sql`
        INSERT INTO ${jobs} (dataset, id, website) VALUES (${dataset}, ${id}, ${website})
        ON CONFLICT DO NOTHING`);
    },
    /** It has ended, or is no longer known. */
    settle: async ({ dataset, id }: Pick<LeasedJob, 'dataset' | 'id'>): Promise<void> => {
      await database.query(sql`DELETE FROM ${jobs} WHERE dataset = ${dataset} AND id = ${id}`);
    },
    /** Imports that nobody runs: first those of the websites with the fewest running ones, then the oldest. */
    listWaiting: (): Promise<readonly LeasedJob[]> =>
      database.query<LeasedJob>(sql`
        WITH running AS (
          SELECT website, count(*) AS datasets FROM ${jobs} JOIN ${leases} held USING (dataset)
          WHERE held.until >= now() GROUP BY website
        )
        SELECT job.dataset, job.id, job.website
        FROM ${jobs} job LEFT JOIN ${leases} held USING (dataset) LEFT JOIN running USING (website)
        WHERE held.until IS NULL OR held.until < now()
        ORDER BY coalesce(running.datasets, 0), job.queued_at, job.id LIMIT ${listedAtMost}`),
    /** True for the first node that asks for this time of the dataset's schedule. */
    claimDue: async (dataset: string, at: Date): Promise<boolean> => {
      const rows = await database.query(sql`
        INSERT INTO ${due} AS known VALUES (${dataset}, ${at.toISOString()})
        ON CONFLICT (dataset) DO UPDATE SET at = excluded.at WHERE known.at < excluded.at RETURNING dataset`);
      return rows.length > 0;
    },
  };
};

export type JobRows = ReturnType<typeof createJobRows>;
