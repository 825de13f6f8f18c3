import type { Database } from '../../postgres/database.ts';
import { openQuotaLedger, type QuotaLedger } from '../quota-ledger.ts';
import { readCounts, removeOldCounts, rowsPerStatement, sendCounts } from './shared-counts.ts';

const sharedLedgerDefaults = {
  exchangeEveryMs: 500,
  removeEveryMs: 3_600_000,
} as const;

type SharedLedgerParts = {
  /** What this node counted, and what others counted as last read. */
  readonly file: string;
  readonly database: Database;
  readonly schema: string;
  /** Called when the database is away. Nothing is lost: counts stay in the file until they are sent. */
  readonly onFailed: (error: unknown) => void;
  readonly exchangeEveryMs?: number;
};

/**
 * Quotas that several nodes share. Each node counts in a file of its own, sends its counts to PostgreSQL every half
 * second, and reads those of the others. A count is the sum of what each node counted, so that nothing is counted twice or
 * lost when a node, the database or the network between them fails.
 */
export const openSharedLedger = (parts: SharedLedgerParts): QuotaLedger & { exchange(): Promise<void> } => {
  const { file, database, schema, onFailed, exchangeEveryMs } = parts;
  const { exchangeEveryMs: usualMs, removeEveryMs } = sharedLedgerDefaults;
  const local = openQuotaLedger(file);
  const listeners: (() => void)[] = [];
  let readAt: string | null = null;
  let exchanging: Promise<void> | null = null;

  const exchange = async (): Promise<void> => {
    const own = local.listUnsent(rowsPerStatement);
    if (own.length > 0) await sendCounts(database, schema, own);
    if (local.isOpen()) local.markSent(own);
    for (let isLast = false; !isLast && local.isOpen(); ) {
      const page = await readCounts(database, schema, readAt);
      if (!local.isOpen()) return;
      if (local.merge(page.counts)) for (const listener of listeners) listener();
      [readAt, isLast] = [page.at, page.isLast];
    }
  };
  const exchangeOnce = (): Promise<void> => {
    exchanging ??= exchange()
      .catch(onFailed)
      .finally(() => {
        exchanging = null;
      });
    return exchanging;
  };

  const timer = setInterval(() => void exchangeOnce(), exchangeEveryMs ?? usualMs).unref();
  const removal = setInterval(
    () => void removeOldCounts(database, schema, Date.now()).catch(onFailed),
    removeEveryMs,
  ).unref();
  exchangeOnce().catch(onFailed);
  return {
    ...local,
    onTotals: (listener) => void listeners.push(listener),
    exchange: async () => {
      // One that is under way may have begun before the last count.
      await exchanging;
      await exchangeOnce();
    },
    close: () => {
      clearInterval(timer);
      clearInterval(removal);
      local.close();
    },
  };
};
