import type { Logger } from 'pino';
import { createLogger } from '../../http/monitoring/log.ts';

type UncaughtErrorNeeds = {
  /** `process`, or one of a test. */
  readonly process: {
    exitCode?: number | string | null | undefined;
    on(event: 'uncaughtException', listener: (error: unknown, kind: string) => void): unknown;
    off(event: 'uncaughtException', listener: (error: unknown, kind: string) => void): unknown;
    exit(code: number): unknown;
  };
  readonly logger: Pick<Logger, 'fatal'>;
  /** Refuses new connections, finishes open calls and closes everything. */
  readonly stop: () => Promise<void>;
  /** When the process ends although `stop` has not. */
  readonly deadlineMs?: number;
};

const uncaughtErrorDefaults = { deadlineMs: 20_000 } as const;

/**
 * The last resort for an error that nobody handled, also in a promise: Node throws those. Going on would mean working with a state nobody knows, and ending
 * at once would cut every open call, so the service stops gracefully and exits with 1: a supervisor restarts it.
 * Returns a function that removes the handlers.
 */
export const stopOnUncaughtErrors = (needs: UncaughtErrorNeeds): (() => void) => {
  const { process, logger, stop, deadlineMs = uncaughtErrorDefaults.deadlineMs } = needs;
  let isStopping = false;

  const handle = (err: unknown, kind: string): void => {
    logger.fatal({ err, kind }, 'an error was not handled: the service stops');
    process.exitCode = 1;
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), deadlineMs).unref();
    stop()
      .catch((error: unknown) => logger.fatal({ err: error }, 'the service did not stop cleanly'))
      .finally(() => process.exit(1));
  };

  process.on('uncaughtException', handle);
  return () => void process.off('uncaughtException', handle);
};

/** For the process that serves. */
export const stopServiceOnUncaughtErrors = (logLevel: string, stop: () => Promise<void>): (() => void) =>
  stopOnUncaughtErrors({ process, logger: createLogger(logLevel), stop });
