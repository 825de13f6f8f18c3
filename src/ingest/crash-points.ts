import { channel } from 'node:diagnostics_channel';

/**
 * The points of an import at which a test may kill the process, in the order in which an import reaches them.
 * Points inside a loop are reached many times.
 */
type CrashPoint =
  | 'job-begun'
  | 'feed-opened'
  | 'row-read'
  | 'feed-read'
  | 'row-compared'
  | 'feed-compared'
  | 'diff-written'
  | 'picture-found'
  | 'pictures-embedded'
  | 'vector-written'
  | 'version-begun'
  | 'product-added'
  | 'products-added'
  | 'version-built'
  | 'build-noted'
  | 'version-live'
  | 'job-ended';

/** Tests subscribe to it; otherwise nobody does, and nothing happens. */
export const crashChannel = 'kindred.import.crash-point';

const reached = channel(crashChannel);

export const reachCrashPoint = (name: CrashPoint): void => reached.publish(name);
