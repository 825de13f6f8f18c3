/**
 * The points of an import at which a test may kill the process, in the order in which an import reaches them.
 * Points inside a loop are reached many times.
 */
export const crashPoints = [
  'job-begun',
  'feed-opened',
  'row-read',
  'feed-read',
  'row-compared',
  'feed-compared',
  'diff-written',
  'picture-found',
  'pictures-embedded',
  'vector-written',
  'version-begun',
  'product-added',
  'products-added',
  'version-built',
  'build-noted',
  'version-live',
  'job-ended',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** Called when an import reaches a crash point; does nothing outside of tests. */
export type ReachCrashPoint = (name: CrashPoint) => void;
