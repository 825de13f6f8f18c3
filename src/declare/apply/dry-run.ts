import type { Store } from '../../store/store.ts';

/** Runs the work in a transaction that is always rolled back, and returns its result. */
export const dryRun = <T>(store: Pick<Store, 'transaction'>, work: () => T): T => {
  const rollback = new Error('A dry run is always rolled back.');
  const results: T[] = [];
  try {
    store.transaction(() => {
      results.push(work());
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return results[0] as T;
};
