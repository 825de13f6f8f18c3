import type { Store } from '../store/store.ts';

/** Does the work and takes all of it back: what it returns is what would have been. */
export const dryRun = <T>(store: Pick<Store, 'transaction'>, work: () => T): T => {
  const taken = { back: new Error('A dry run is always taken back.'), done: null as { result: T } | null };
  try {
    store.transaction(() => {
      taken.done = { result: work() };
      throw taken.back;
    });
  } catch (error) {
    if (error !== taken.back) throw error;
  }
  if (taken.done === null) throw taken.back;
  return taken.done.result;
};
