import type { Registry } from 'prom-client';
import { addGauge, addLabelledGauge } from './add-metrics.ts';

/** A dataset of this node, as monitoring sees it. Moments are in seconds since 1970. */
export type DatasetState = {
  readonly website: string;
  readonly dataset: string;
  /** When the live version was built; null: nothing is live, or it cannot be told. */
  readonly builtAt: number | null;
  /** Whether it is imported by itself, so that an old version means that something is wrong. */
  readonly isScheduled: boolean;
  /** The last import that ended; null: there is none. */
  readonly lastImport: { readonly at: number; readonly failed: boolean } | null;
};

/** What a node depends on. Null: it has no such part. */
export type NodeState = {
  readonly release: string;
  readonly dataFormat: number;
  readonly isStoreReachable: boolean | null;
  readonly settingsHeardAt: number | null;
  readonly unsentCalls: number | null;
  readonly isEngineReachable: boolean | null;
  readonly isSharedReachable: boolean | null;
  readonly areObjectsReachable: boolean | null;
  /** 0: there is none. */
  readonly lastBackupAt: number;
  readonly datasets: readonly DatasetState[];
};

const toNumber = (value: boolean | null): number | null => (value === null ? null : Number(value));

/** `totals` is for anybody, `named` for operators. */
export const addNodeMetrics = (totals: Registry, named: Registry, readState: () => NodeState): void => {
  const add = (name: string, help: string, read: (state: NodeState) => number | null): void =>
    addGauge(totals, name, help, () => read(readState()));
  add('kindred_store_reachable', 'Whether the database of settings and limits answers: 1 or 0.', (state) =>
    toNumber(state.isStoreReachable),
  );
  add(
    'kindred_settings_timestamp_seconds',
    'When the copy of the settings was known to be up to date.',
    ({ settingsHeardAt }) => settingsHeardAt,
  );
  add(
    'kindred_unsent_calls',
    'Calls that count against a quota and are not in the database yet.',
    ({ unsentCalls }) => unsentCalls,
  );
  add(
    'kindred_engine_reachable',
    'Whether the database that answers are read from answers: 1 or 0.',
    (state) => toNumber(state.isEngineReachable),
  );
  add(
    'kindred_shared_folder_reachable',
    'Whether the shared folder of this installation is there: 1 or 0.',
    (state) => toNumber(state.isSharedReachable),
  );
  add(
    'kindred_object_storage_reachable',
    'Whether the object storage of this installation is there: 1 or 0.',
    (state) => toNumber(state.areObjectsReachable),
  );
  add(
    'kindred_last_backup_timestamp_seconds',
    'When the last backup of the data folder was made; 0: never.',
    ({ lastBackupAt }) => lastBackupAt,
  );
  add(
    'kindred_failed_imports',
    'Datasets whose last import failed.',
    ({ datasets }) => datasets.filter(({ lastImport }) => lastImport?.failed).length,
  );
  add('kindred_last_import_timestamp_seconds', 'When an import ended last.', ({ datasets }) =>
    orNull(Math.max(...datasets.flatMap(({ lastImport }) => lastImport?.at ?? []))),
  );
  add(
    'kindred_oldest_live_version_timestamp_seconds',
    'When the oldest live version was built of the datasets that have a schedule.',
    ({ datasets }) =>
      orNull(Math.min(...datasets.flatMap(({ isScheduled, builtAt }) => (isScheduled && builtAt) || []))),
  );
  const { release, dataFormat } = readState();
  addLabelledGauge(
    totals,
    'kindred_build_info',
    'The program, in labels; the value is always 1.',
    ['release', 'data_format', 'node'],
    () => [[{ release, data_format: String(dataFormat), node: process.version }, 1]],
  );
  addDatasetMetrics(named, readState);
};

/** The largest or smallest of no numbers is infinite. */
const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const addDatasetMetrics = (named: Registry, readState: () => NodeState): void => {
  const add = (name: string, help: string, read: (state: DatasetState) => number | null): void =>
    addLabelledGauge(named, name, help, ['website', 'dataset'], () =>
      readState().datasets.map((state) => {
        const { website, dataset } = state;
        return [{ website, dataset }, read(state)];
      }),
    );
  add('kindred_live_version_timestamp_seconds', 'When the live version was built.', ({ builtAt }) => builtAt);
  add(
    'kindred_import_timestamp_seconds',
    'When the last import ended.',
    ({ lastImport }) => lastImport?.at ?? null,
  );
  add('kindred_import_failed', 'Whether the last import failed: 1 or 0.', ({ lastImport }) =>
    toNumber(lastImport?.failed ?? null),
  );
};
