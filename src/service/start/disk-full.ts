import type { Logger } from 'pino';
import { Fault } from '../../errors.ts';
import { isDiskFull } from '../../files/error-code.ts';

/** A full disk is a fault that the caller may repeat, not an error of the service. */
export const reportDiskFull = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new Fault('unavailable', 'The disk of the service is full: nothing was stored.', {
      nextStep: 'Free some space; then send it again. Searches go on meanwhile.',
      cause: error,
    });
  }
};

/** Answering needs no space on the disk: what only prepares a visit is left out while it is full. */
export const skipIfDiskFull = async <T>(logger: Logger, work: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await work();
  } catch (err) {
    if (!isDiskFull(err) && !(err instanceof Fault && err.code === 'unavailable')) throw err;
    logger.error({ err }, 'the disk is full: the service starts without access for visitors');
    return null;
  }
};
