import { type Announced, engines, openModels } from './compose-engine.ts';
import {
  guardShared,
  guardVersions,
  openSharedParts,
  openSharedPictures,
  openSharedPlaces,
  openSharedPool,
  removeLeftCopies,
} from './compose-shared.ts';
import { contentFolder, dataFiles, localVersions, runsOnSeveralNodes } from './data-files.ts';
import { createShopperBehaviour } from './learning/shop/behaviour.ts';
import type { Config } from './config.ts';
import type { Fault } from './errors.ts';
import type { Problem } from './engine/embedded/live-versions.ts';
import { openEmbeddedEngine } from './engine/embedded/embedded.ts';
import { diskFiles, type Files } from './files/files.ts';
import { recordLive } from './engine/guard-engine.ts';
import { readNodeName } from './files/node-name.ts';
import type { Engine } from './engine/engine.ts';
import { createGuardedFetch } from './ingest/fetch/guarded-fetch.ts';
import { createImportJobs } from './imports/import-jobs.ts';
import type { SharedImports } from './imports/leases/shared-leases.ts';
import { createPublishing } from './imports/publishing.ts';
import { spreadEmbedder } from './imports/spread/spread-embedder.ts';
import type { PasswordCost } from './store/accounts/passwords.ts';
import { refuseLostDatabase } from './store/database/refuse-lost-database.ts';
import { openStore } from './store/sqlite/open-store.ts';
import { openKeyring } from './store/keys/keyring.ts';
import type { Store } from './store/store.ts';

/** Everything except HTTP and the command line: what the service and the commands share. */
export type Kindred = Awaited<ReturnType<typeof compose>>;

/** What the engine stores, for a backup of the data folder. The engine need not be open. */
export const openEngineBackup = (config: Config) => {
  return { name: 'versions', backup: engines[config.engine].createBackup(dataFiles(config).versions) };
};

/** The engine of a configuration, for a process that does not serve. */
export const openEngineOf = async (config: Config): Promise<Engine> => {
  const places = await openSharedPlaces(config);
  const engine = await engines[config.engine].open(config, {
    folder: dataFiles(config).versions,
    serves: false,
    ...(places && { shared: { ...places, check: async () => undefined } }),
  });
  const close = async (): Promise<void> => {
    await engine.close();
    await places?.close();
  };
  return { ...engine, close };
};

/** Opens an engine on a folder of its own, such as a temporary one. */
export const openEngine = (folder: string): Promise<Engine> => openEmbeddedEngine({ folder });

type ComposeOptions = {
  /** Called when a version cannot be read while the last good one serves. */
  readonly report?: (problem: Problem) => void;
  /** Called when the record of an import is damaged and was set aside. */
  readonly onDamagedImport?: (file: string) => void;
  readonly files?: Files;
  /** False in a process that only publishes: it skips the caches that fast answers need. */
  readonly serves?: boolean;
  /** The name under which the process that started this one has the right to run an import. */
  readonly holder?: string;
  /** Replaces the models that datasets name. For tests. */
  readonly embedder?: ReturnType<typeof openModels>['embedder'];
  /** Called when the shared folder goes away, and with null when it is back. */
  readonly onShared?: (problem: Fault | null) => void;
  /** The same of the object storage. */
  readonly onObjects?: (problem: Fault | null) => void;
  /** Of passwords that are set here. For tests, which set many. */
  readonly passwordCost?: PasswordCost;
  /** Called when something else is live, before a change is acknowledged. */
  readonly announce?: Announce;
};

export type Announce = (dataset: string, live: Announced | null) => Promise<void>;

/** The configuration alone. */
export const openConfiguration = (config: Config, passwordCost?: PasswordCost): Promise<Store> => {
  const { databaseUrl: url, databaseWaitMs: waitMs } = config;
  const shared = config.store === 'postgres' && url !== null;
  return openStore({
    file: dataFiles(config).database,
    keyring: openKeyring(config),
    ...(shared && {
      open: async (file) => {
        const { openReplica } = await import('./store/replica/open-replica.ts');
        return openReplica(file, { url, waitMs });
      },
    }),
    ...(passwordCost && { passwordCost }),
  });
};

/** For a process that embeds pictures of other nodes, and does nothing else. */
export const openSharedEmbedding = async (config: Config) => {
  const queue = await openSharedPictures(config);
  const guarded = createGuardedFetch({ allow: config.allowPrivate });
  const models = openModels(config, dataFiles(config).models, guarded.fetch);
  const close = async (): Promise<void> => {
    await queue?.close();
    await guarded.close();
    await models.close();
  };
  return { queue, embedder: models.embedder, close };
};

/** The settings of this machine, read by a thread beside the one that writes them, or that copies those that nodes share. */
export const openThreadConfiguration = (config: Config): Promise<Store> =>
  openStore({ file: dataFiles(config).database, keyring: openKeyring(config) });

const openImportLeases = async (config: Config, holder?: string): Promise<SharedImports | null> => {
  if (!runsOnSeveralNodes(config)) return null;
  const { openSharedImports } = await import('./imports/leases/shared-leases.ts');
  const database = await openSharedPool(config, 2);
  return openSharedImports({ database, ...(holder !== undefined && { holder }) });
};

/** Throws while the folder is away that imports, pictures, keywords and events are written to. */
export const checkContent = async ({ config, shared }: Pick<Kindred, 'config' | 'shared'>): Promise<void> => {
  if (contentFolder(config) !== config.dataDir) await shared?.check();
};

/** Null: there is one machine. */
const nodeName = (config: Config): string | null =>
  runsOnSeveralNodes(config) ? readNodeName(config.dataDir) : null;

/** The only place that names concrete parts. */
export const compose = async (
  config: Config,
  {
    report = () => undefined,
    onDamagedImport,
    files = diskFiles,
    serves = true,
    holder,
    embedder: givenEmbedder,
    onShared,
    onObjects,
    passwordCost,
    announce,
  }: ComposeOptions = {},
) => {
  const { database, versions } = dataFiles(config);
  // A copy of a shared store may be lost: it is read again.
  if (config.store === 'sqlite') refuseLostDatabase(database, versions);
  const store = await openConfiguration(config, passwordCost);
  const { shared, objects, close: closeShared } = await openSharedParts(config, store, onShared, onObjects);
  try {
    const { engineFiles, contentFiles, journalFiles } = guardShared(config, shared, files);
    if (serves) await removeLeftCopies(config, files);
    const opened = await engines[config.engine].open(config, {
      folder: versions,
      onProblem: report,
      serves,
      ...localVersions(config),
      files: engineFiles,
      ...(objects && { shared: objects.shared }),
      ...(announce && { announce }),
    });
    const engine = guardVersions(recordLive(opened, store.installation), config, shared);
    const guarded = createGuardedFetch({ allow: config.allowPrivate });
    const models = openModels(config, dataFiles(config).models, guarded.fetch);
    const embedder = givenEmbedder ?? models.embedder;
    const { content, localPictures } = dataFiles(config);
    const behaviour = createShopperBehaviour(content, () => new Date(), nodeName(config), contentFiles);
    const sharedImports = await openImportLeases(config, holder);
    const sharedPictures = await openSharedPictures(config);
    const publishing = createPublishing({
      store,
      behaviour,
      engine,
      embedder: async (model, progress) => {
        const opened = await embedder(model, progress);
        return sharedPictures === null ? opened : spreadEmbedder(opened, model, sharedPictures);
      },
      dataDir: content,
      indexFolder: localPictures,
      fetch: guarded.fetch,
      now: () => new Date(),
      recheckAfterMs: config.pictureRecheckDays * 24 * 60 * 60 * 1000,
    });
    const imports = createImportJobs({
      publishing,
      fetch: guarded.fetch,
      dataDir: content,
      now: () => new Date(),
      ...(sharedImports && { leases: sharedImports.leases }),
      files: journalFiles,
      ...(onDamagedImport && { onDamaged: onDamagedImport }),
    });
    const close = async (): Promise<void> => {
      await sharedImports?.close();
      await sharedPictures?.close();
      await guarded.close();
      await models.close();
      await engine.close();
      await closeShared();
    };
    return {
      ...{ config, store, engine, behaviour, publishing, imports, close },
      /** Null: everything is in the data folder or in PostgreSQL. */
      shared,
      /** Null: versions are in a folder or in PostgreSQL. */
      objects: objects?.place ?? null,
      /**
       * Opened on first use, so that a command that embeds nothing loads no model. `progress` receives the progress of a
       * download.
       */
      embedder,
      /** Which node runs which import; null: this machine runs them all. */
      sharedImports,
      /** Pictures that imports of other nodes wait for; null: there are no other nodes. */
      sharedPictures,
      /** Reaches only the public internet and the private hosts that the configuration allows. */
      fetch: guarded.fetch,
    };
  } catch (error) {
    await closeShared();
    throw error;
  }
};
