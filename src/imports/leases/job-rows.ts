import type { Database } from '../../postgres/database.ts';
import { nameIn } from '../../postgres/create-tables.ts';
import { sql } from '../../postgres/sql.ts';
import type { LeasedJob } from '../dataset-leases.ts';

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
