import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { lastBackupFile } from '../../backup/list-backups.ts';
import type { Kindred } from '../../compose.ts';
import type { ServingParts } from '../../compose-serving.ts';
import { ifMissingSync } from '../../files/error-code.ts';
import type { DatasetState, NodeState } from '../../http/monitoring/node-metrics.ts';
import { dataFormat, release } from '../../release.ts';
import type { DatasetRef } from '../../domain/import-order.ts';
import type { EngineReader } from '../../engine/engine.ts';
import { findImagePlace } from '../../ingest/pictures/image-place.ts';
import type { Store } from '../../store/store.ts';
import { listDatasets } from '../list-datasets.ts';

type Parts = Pick<Kindred, 'store' | 'engine' | 'shared' | 'objects' | 'imports' | 'config'> & {
  readonly usage: ServingParts['usage'];
  readonly datasets: Pick<LiveDatasets, 'list'>;
};

/** The records of all imports are looked at so often: a thousand shops have thousands of files. */
const lookEveryMs = 30_000;

type LastImport = DatasetState['lastImport'];

/** What monitoring shows of this node. `close` ends the looks at imports. */
export const watchNodeState = (parts: Parts): { read: () => NodeState; close: () => void } => {
  const { store, engine, shared, objects, imports, config, usage, datasets } = parts;
  const lastImports = new Map<string, LastImport>();
  const look = async (): Promise<void> => {
    for (const { dataset } of datasets.list()) {
      await setImmediate();
      const job = imports.latestEnded(dataset);
      if (job?.finishedAt)
        lastImports.set(dataset.tracker, {
          at: Date.parse(job.finishedAt) / 1000,
          failed: job.state === 'failed',
        });
    }
  };
  // The folder is away: what was known last stays.
  const lookQuietly = (): void => void look().catch(() => undefined);
  const timer = setInterval(lookQuietly, lookEveryMs).unref();
  lookQuietly();
  return {
    read: () => ({
      release,
      dataFormat,
      isStoreReachable: store.link?.isReachable() ?? null,
      settingsHeardAt: store.link === null ? null : store.link.heardAt() / 1000,
      unsentCalls: usage.unsentCalls?.() ?? null,
      isEngineReachable: engine.isReachable?.() ?? null,
      isSharedReachable: shared === null ? null : shared.problem() === null,
      areObjectsReachable: objects === null ? null : objects.problem() === null,
      lastBackupAt: readLastBackup(config.dataDir),
      datasets: datasets.list().map(({ website, dataset, version }) => ({
        website: website.name,
        dataset: dataset.name,
        builtAt: version === null ? null : readVersionTime(version),
        isScheduled: typeof dataset.source?.schedule === 'string',
        lastImport: lastImports.get(dataset.tracker) ?? null,
      })),
    }),
    close: () => clearInterval(timer),
  };
};

/** Seconds since 1970; names of versions begin with the moment of their build. */
const readVersionTime = (version: string): number | null => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(version);
  if (match === null) return null;
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest) / 1000;
};

const readLastBackup = (dataDir: string): number => {
  const text = ifMissingSync(() => readFileSync(lastBackupFile(dataDir), 'utf8'), '');
  return (Date.parse(text) || 0) / 1000;
};

export type LiveDatasets = ReturnType<typeof createLiveDatasets>;

type LiveParts = { readonly store: Store; readonly engine: EngineReader; readonly dataDir: string };

/** All datasets of all websites, read again only after a change of the configuration. */
export const createLiveDatasets = ({ store, engine, dataDir }: LiveParts) => {
  let revision = '';
  let byTracker = new Map<string, DatasetRef>();
  const datasets = (): Map<string, DatasetRef> => {
    const current = store.directory().revision;
    if (current !== revision) {
      byTracker = new Map(listDatasets(store).map((ref) => [ref.dataset.tracker, ref]));
      revision = current;
    }
    return byTracker;
  };
  const list = (): (DatasetRef & { readonly version: string | null })[] =>
    [...datasets().values()].map(({ website, dataset }) => {
      const reader = engine.products(dataset.tracker) ?? engine.keywords(dataset.tracker);
      return { website, dataset, version: reader?.version ?? null };
    });
  return {
    list,
    versions: () =>
      list().flatMap(({ website, dataset: { name, tracker }, version }) =>
        version === null ? [] : [{ website: website.name, dataset: name, tracker, version }],
      ),
    /** The folder for a dataset's relative image names. */
    imageFolder: (tracker: string): string | null => {
      const dataset = datasets().get(tracker)?.dataset;
      return dataset === undefined ? null : findImagePlace(dataDir, dataset).folder;
    },
  };
};
