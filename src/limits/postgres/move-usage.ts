import type { Database } from '../../postgres/sql.ts';
import { createTables } from '../../postgres/create-tables.ts';
import { type Counts, openQuotaLedger } from '../quota-ledger.ts';
import { limitTables } from './open-shared-limits.ts';
import { readCounts, rowsPerStatement, sendCounts } from './shared-ledger.ts';

type UsageMove = {
  /** usage.sqlite of a data folder. */
  readonly file: string;
  readonly database: Database;
  readonly schema: string;
};

const withCounts = async (
  { file, database, schema }: UsageMove,
  work: (counts: Counts) => Promise<number>,
): Promise<number> => {
  await createTables(database, limitTables(schema));
  const counts = openQuotaLedger(file);
  try {
    return await work(counts);
  } finally {
    counts.close();
  }
};

/** Sends what was counted in a data folder; returns how many calls the database did not have. May be run again. */
export const moveUsageToDatabase = (move: UsageMove): Promise<number> =>
  withCounts(move, async (local) => {
    const unsent = local.unsentCalls();
    const all = local.listAll();
    for (let at = 0; at < all.length; at += rowsPerStatement)
      await sendCounts(move.database, move.schema, all.slice(at, at + rowsPerStatement));
    local.markSent(all.filter(({ node }) => node === local.node));
    return unsent;
  });

/** The other way: returns how many calls the data folder did not have. */
export const moveUsageToFile = (move: UsageMove): Promise<number> =>
  withCounts(move, async (local) => {
    const sum = (): number => local.listAll().reduce((calls, count) => calls + count.calls, 0);
    const before = sum();
    for (let [at, isLast]: [string | null, boolean] = [null, false]; !isLast; ) {
      const page = await readCounts(move.database, move.schema, at);
      local.merge(page.counts);
      [at, isLast] = [page.at, page.isLast];
    }
    return sum() - before;
  });
