import type { Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import { readScript } from '../sql/read-sql.ts';

/** Whether the extension Citus is there: only it has this function. */
export const hasCitus = async (queries: Queries): Promise<boolean> => {
  const [row] = await queries.query<{ found: boolean }>(
    sql`SELECT to_regproc('create_distributed_table') IS NOT NULL AS found`,
  );
  return row?.found ?? false;
};

/** Spreads the empty tables of a generation over the servers of a Citus cluster; does nothing without Citus. */
export const distributeTables = async (queries: Queries, generation: number): Promise<void> => {
  if (await hasCitus(queries)) await queries.script(readScript('distribute-products', { generation }));
};
