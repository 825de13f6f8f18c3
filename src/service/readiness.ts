import type { Readiness } from '../http/monitoring/routes.ts';
import type { Store } from '../store/store.ts';

/**
 * Ready while the configuration can be read: no answer is made without it. A dataset that cannot be read is no
 * reason to take the service out of the line: the version before it answers, and other shops are served as ever.
 */
export const createReadiness = (store: Pick<Store, 'directory'>): (() => Readiness) => {
  return () => {
    try {
      store.directory();
      return { ready: true, waitingFor: [] };
    } catch {
      return { ready: false, waitingFor: ['the store'] };
    }
  };
};
