import type { Settings, Store } from '../../store/store.ts';

/** Runs the work in a transaction that is always rolled back, and returns its result. */
export const dryRun = async <T>(
  store: Pick<Store, 'transaction'>,
  work: (settings: Settings) => T,
): Promise<T> => {
  const rollback = new Error('A dry run is always rolled back.');
  const results: T[] = [];
  try {
    await store.transaction((settings) => {
      results.push(work(settings));
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return results[0] as T;
};
