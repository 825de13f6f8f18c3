import type { Readiness } from '../http/monitoring/routes.ts';
import type { Store } from '../store/store.ts';

/**
 * Ready while the configuration can be read, which every answer needs, once all threads serve. A damaged dataset does not make the
 * service unready: its previous version answers, and other shops are not affected.
 */
export const createReadiness = (
  store: Pick<Store, 'directory'>,
  listWarnings: () => readonly string[] = () => [],
  areThreadsReady: () => boolean = () => true,
): (() => Readiness) => {
  return () => {
    try {
      store.directory();
      if (!areThreadsReady()) return { ready: false, waitingFor: ['the serving threads'], warnings: [] };
      return { ready: true, waitingFor: [], warnings: listWarnings() };
    } catch {
      return { ready: false, waitingFor: ['the store'], warnings: [] };
    }
  };
};
