import type { Kindred } from '../../compose.ts';
import { isUnavailable } from '../../errors.ts';
import type { LiveDatasets } from './node-state.ts';
import type { Readiness } from '../../http/monitoring/routes.ts';
import type { Store } from '../../store/store.ts';

type ReadinessParts = {
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
}: ReadinessParts): (() => Readiness) => {
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

type Parts = Pick<Kindred, 'store' | 'shared' | 'objects'> & {
  readonly engine: Pick<Kindred['engine'], 'products' | 'keywords' | 'problems' | 'isReachable'>;
  readonly datasets: Pick<LiveDatasets, 'versions'>;
};

/** What is outside of this process and may be away: databases, what nodes share, and versions that others made live. */
export const createOutsideParts = ({ store, engine, shared, objects, datasets }: Parts) => {
  const isLoaded = (dataset: string): boolean =>
    (engine.products(dataset) ?? engine.keywords(dataset)) !== null;
  /** Damaged ones are not waited for: other shops are served, and a warning names the damage. */
  const countMissing = (): number => {
    const damaged = new Set(engine.problems().map(({ dataset }) => dataset));
    const isMissing = (dataset: string): boolean => !isLoaded(dataset) && !damaged.has(dataset);
    return store.installation.live().filter(({ dataset }) => isMissing(dataset)).length;
  };
  const hasVersions = (): boolean => store.installation.live().length > 0;
  return {
    /** Without these nothing is answered. */
    listBroken: (): string[] => (engine.isReachable?.() === false ? ['the database of the engine'] : []),
    /** Without these a node that has just started is not asked. */
    listMissing: (): string[] => {
      const missing = countMissing();
      return [
        ...(shared?.problem() ? ['the shared folder'] : []),
        // A node that has all versions needs it for imports only.
        ...(objects?.problem() && (missing > 0 || !hasVersions()) ? ['the object storage'] : []),
        ...(missing > 0 ? [`the live versions of ${missing} datasets`] : []),
      ];
    },
    /** The others: reads go on. */
    listAway: (): string[] => [
      ...(store.link?.isReachable() === false
        ? ['the database of the settings is away: settings may be old, and changes are refused']
        : []),
      ...(objects?.problem() ? ['the object storage is away: imports are refused'] : []),
    ],
    /** Notes what is live here and was made live by a program that did not note it. */
    noteLive: async (): Promise<void> => {
      const noted = new Set(store.installation.live().map(({ dataset }) => dataset));
      try {
        for (const { tracker, version } of datasets.versions())
          if (!noted.has(tracker)) await store.installation.noteLive(tracker, version);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    },
  };
};
