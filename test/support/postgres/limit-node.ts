import { createLimiter, type Limiter, type Usage } from '../../../src/limits/limiter.ts';
import { limitTables } from '../../../src/limits/postgres/open-shared-limits.ts';
import { createLeasedWindows } from '../../../src/limits/postgres/leased-windows.ts';
import { openSharedLedger } from '../../../src/limits/postgres/shared-ledger.ts';
import { createTablesFirst } from '../../../src/postgres/create-tables.ts';
import { openPool } from '../../../src/postgres/open-pool.ts';

type LimitNode = {
  readonly limiter: Limiter;
  readonly usage: Usage;
  /** Sends and reads counts now. */
  exchange(): Promise<void>;
  close(): Promise<void>;
};

/** The limits of one node, with connections of its own. */
export const openLimitNode = (parts: {
  readonly url: string;
  readonly schema: string;
  readonly file: string;
  readonly onFailed: (error: unknown) => void;
}): LimitNode => {
  const { url, schema, file, onFailed } = parts;
  const pool = openPool({ url, connections: 3, answerTimeoutMs: 60_000 });
  const database = createTablesFirst(pool, limitTables(schema));
  const ledger = openSharedLedger({ file, database, schema, onFailed, exchangeEveryMs: 100 });
  const windows = createLeasedWindows({ database, schema, onFailed });
  const limiter = createLimiter({ ledger, windows, onFlushFailed: onFailed, flushEveryMs: 50 });
  return {
    limiter,
    usage: ledger,
    exchange: () => ledger.exchange(),
    close: async () => {
      limiter.flush();
      await ledger.exchange();
      limiter.close();
      await pool.close();
    },
  };
};
