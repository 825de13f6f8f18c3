import { join } from 'node:path';
import type { Logger } from 'pino';
import { createLimiter, type Limiter, type Usage } from '../limits/limiter.ts';
import { openQuotaLedger } from '../limits/quota-ledger.ts';
import { openSharedWindows } from '../limits/shared-windows.ts';

export const limiterFiles = { usage: 'usage.sqlite', rates: 'rates' } as const;

/** A failing disk fails at every call: log at most this often. */
const logEveryMs = 10_000;

/** Limits shared by all processes that serve this data folder, and their usage. */
export const openLimiter = (dataDir: string, logger: Logger): { limiter: Limiter; usage: Usage } => {
  const ledger = openQuotaLedger(join(dataDir, limiterFiles.usage));
  const windows = openSharedWindows({
    folder: join(dataDir, limiterFiles.rates),
    now: () => Date.now(),
    onFailed: throttle((err) => logger.error({ err }, 'rates cannot be shared; counting alone meanwhile')),
  });
  const limiter = createLimiter({
    ledger,
    windows,
    onFlushFailed: (err) => logger.error({ err }, 'quota could not be written; tried again in a second'),
  });
  return { limiter, usage: ledger };
};

const throttle = (report: (error: unknown) => void): ((error: unknown) => void) => {
  let quietUntilMs = 0;
  return (error) => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + logEveryMs;
    report(error);
  };
};
