import type { Readiness } from '../../http/monitoring/routes.ts';
import type { Store } from '../../store/store.ts';

type Parts = {
  readonly store: Pick<Store, 'directory'>;
  /** What answers cannot be given without, and is away. */
  readonly listBroken?: () => readonly string[];
  /** What a node needs before it is asked for the first time, and does not have yet. */
  readonly listMissing?: () => readonly string[];
  readonly listWarnings?: () => readonly string[];
  readonly areThreadsReady?: (() => boolean) | undefined;
};

const waitingFor = (...names: readonly string[]): Readiness => ({
  ready: false,
  waitingFor: names,
  warnings: [],
});

/**
 * Ready once all threads serve and everything that must be live is loaded, and then while the configuration can be
 * read, which every answer needs. A node that has been ready goes on from what it has: what it lacks later is a warning. A
 * damaged dataset does not make the service unready: its previous version answers, and other shops are not affected.
 */
export const createReadiness = ({
  store,
  listBroken = () => [],
  listMissing = () => [],
  listWarnings = () => [],
  areThreadsReady = () => true,
}: Parts): (() => Readiness) => {
  let wasReady = false;
  return () => {
    try {
      store.directory();
      if (!areThreadsReady()) return waitingFor('the serving threads');
      const [broken, missing] = [listBroken(), listMissing()];
      if (broken.length > 0) return waitingFor(...broken);
      if (missing.length > 0 && !wasReady) return waitingFor(...missing);
      wasReady = true;
      const lacks = missing.map((name) => `this node lacks ${name}`);
      return { ready: true, waitingFor: [], warnings: [...listWarnings(), ...lacks] };
    } catch {
      return waitingFor('the store');
    }
  };
};
