import type { Database } from '../../postgres/sql.ts';
import type { Tables } from '../../postgres/create-tables.ts';
import { createLimiter, type Limiter } from '../limiter.ts';
import type { Usage } from '../quota-ledger.ts';
import { createLeasedWindows } from './leased-windows.ts';
import { openSharedLedger } from './shared-ledger.ts';

export const limitTables = (schema: string): Tables => ({
  schema,
  script: new URL('shared-limits.sql', import.meta.url),
  lastTable: 'usage_count',
});

type SharedLimitsParts = {
  readonly database: Database;
  readonly schema: string;
  /** Counts of this node that are not yet in the database, and totals as last read. */
  readonly file: string;
  readonly onFailed: (error: unknown) => void;
};

/** Rates and quotas that all nodes on one PostgreSQL share. */
export const openSharedLimits = ({
  database,
  schema,
  file,
  onFailed,
}: SharedLimitsParts): { limiter: Limiter; usage: Usage; close: () => Promise<void> } => {
  const ledger = openSharedLedger({ file, database, schema, onFailed });
  const limiter = createLimiter({
    ledger,
    windows: createLeasedWindows({ database, schema, onFailed }),
    onFlushFailed: onFailed,
  });
  return {
    limiter,
    usage: ledger,
    close: async () => {
      limiter.flush();
      await ledger.exchange();
      limiter.close();
    },
  };
};
