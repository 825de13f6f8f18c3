import type { Logger } from 'pino';
import type { SlotRefusal } from '../admission/concurrency-limiter.ts';
import type { ConnectionRefusal } from '../adapter/connection-guard.ts';

/** Why work was refused or ended before its time. `slot-expired`: work took so long that its slot was taken back. */
export type RefusalReason = SlotRefusal | ConnectionRefusal | 'slot-expired';

const intervalMs = 1_000;

/**
 * A warning for each reason, at most once a second: an attack must not fill the disk with log lines. The next line
 * says how many there were since the one before.
 */
export const createRefusalLog = (logger: Logger, now: () => number = () => performance.now()) => {
  const since = new Map<RefusalReason, { at: number; unlogged: number }>();
  return (reason: RefusalReason): void => {
    const known = since.get(reason);
    if (known !== undefined && now() - known.at < intervalMs) {
      known.unlogged += 1;
      return;
    }
    since.set(reason, { at: now(), unlogged: 0 });
    logger.warn({ reason, times: (known?.unlogged ?? 0) + 1 }, 'calls are refused');
  };
};
