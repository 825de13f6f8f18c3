import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { contentFolder, dataFiles, runsOnSeveralNodes, versionCopies } from './data-files.ts';
import { createFolderMover } from './engine/embedded/move-versions.ts';
import type { Shared } from './engine/embedded/shared/transfers.ts';
import { takeOverFolder } from './engine/embedded/shared/adopt-versions.ts';
import type { Engine } from './engine/engine.ts';
import { guardEngine } from './engine/guard-engine.ts';
import { Fault, isUnavailable } from './errors.ts';
import type { Files } from './files/files.ts';
import { readNodeName } from './files/node-name.ts';
import { openFolderObjects, type Objects } from './files/objects.ts';
import { guardFiles, guardSyncFiles, openSharedFolder, type SharedFolder } from './files/shared-folder.ts';
import { openSharedObjects } from './files/shared-objects.ts';
import { diskFilesSync } from './files/sync-files.ts';
import type { PictureQueue } from './imports/spread/picture-queue.ts';
import type { Database } from './postgres/sql.ts';
import type { Store } from './store/store.ts';

/** Called when what is shared goes away, and with null when it is back. */
type OnChange = ((problem: Fault | null) => void) | undefined;

/** Connections to the database that nodes share. Its driver is loaded only where it is needed. */
export const openSharedPool = async (config: Config, connections: number): Promise<Database> => {
  const { openPool } = await import('./postgres/open-pool.ts');
  const { databaseUrl, databaseWaitMs: answerTimeoutMs } = config;
  return openPool({
    url: databaseUrl ?? '',
    connections,
    statementTimeoutMs: answerTimeoutMs,
    answerTimeoutMs,
  });
};

/** Pictures that imports of all nodes wait for; null: there is one machine. */
export const openSharedPictures = async (config: Config): Promise<PictureQueue | null> => {
  if (config.store !== 'postgres') return null;
  const { openPictureQueue } = await import('./imports/spread/picture-queue.ts');
  const database = await openSharedPool(config, pictureConnections);
  return openPictureQueue({ database, node: readNodeName(config.dataDir) });
};

/** Pictures may take a while: the rights of imports are renewed over other connections. */
const pictureConnections = 2;

const openObjects = async (config: Config, place: string): Promise<Objects> => {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(place) ?? [];
  if (bucket === undefined) return openFolderObjects(place);
  const { openS3Objects } = await import('./files/s3-objects.ts');
  const { s3Endpoint: endpoint, s3Region: region, s3SessionToken: sessionToken } = config;
  return openS3Objects({
    ...{ bucket, endpoint, region: region ?? 'us-east-1', sessionToken },
    prefix: path === '' ? '' : `${path}/`,
    accessKeyId: config.s3AccessKeyId ?? '',
    secretAccessKey: config.s3SecretAccessKey ?? '',
  });
};

export type SharedPlaces = Omit<Shared, 'check'> & {
  /** Whether the objects of a live version are there; null: nothing is live. */
  readonly holdsLive: () => Promise<boolean | null>;
  readonly close: () => Promise<void>;
};

/** Where nodes share versions; null: in a folder, or there is one node. */
export const openSharedPlaces = async (config: Config): Promise<SharedPlaces | null> => {
  if (config.objects === null) return null;
  if (config.store !== 'postgres' || config.engine !== 'embedded')
    throw new Fault('bad-input', 'KINDRED_OBJECTS is for several nodes with the embedded engine.', {
      nextStep: 'Set KINDRED_STORE=postgres and leave out KINDRED_ENGINE, or unset KINDRED_OBJECTS.',
    });
  const { createVersionRows } = await import('./engine/embedded/shared/version-rows.ts');
  const database = await openSharedPool(config, 3);
  const [rows, objects] = [createVersionRows(database), await openObjects(config, config.objects)];
  return {
    ...{ rows, objects },
    holdsLive: async () => {
      const live = (await rows.list()).find((row) => row.live !== null);
      return live === undefined ? null : (await objects.list(live.dataset)).length > 0;
    },
    close: () => database.close(),
  };
};

/** The folder that several machines share, where this configuration stores anything in it. */
const openShared = async (config: Config, store: Store, onChange: OnChange) => {
  const { sharedDir: folder, engine } = config;
  const { versions } = dataFiles(config);
  if (folder === null || (engine !== 'embedded' && !runsOnSeveralNodes(config))) return null;
  const record = store.installation;
  const holdsLive = (): boolean | null => {
    const live = engine === 'embedded' && config.objects === null ? record.live() : [];
    return live.length === 0 ? null : live.every(({ dataset }) => existsSync(join(versions, dataset)));
  };
  return openSharedFolder({ folder, record, holdsLive, ...(onChange && { onChange }) });
};

/** Versions of the folder that nodes of an earlier release share are taken over by the first that starts with object storage. */
const openSharedVersions = async (
  { sharedDir }: Config,
  places: SharedPlaces,
  record: Store['installation'],
  onChange: OnChange,
) => {
  const place = await openSharedObjects({ ...places, record, ...(onChange && { onChange }) });
  const shared: Shared = { ...places, check: () => place.check() };
  try {
    const folder = join(sharedDir ?? '', 'versions');
    if (sharedDir !== null && !place.problem())
      await takeOverFolder(shared, folder, () => createFolderMover(folder, folder).refuse());
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  return { place, shared };
};

/** All that nodes share beside the store. `close` also closes the store, as a failure here does. */
export const openSharedParts = async (
  config: Config,
  store: Store,
  onShared: OnChange,
  onObjects: OnChange,
) => {
  const opened: (() => unknown)[] = [() => store.close()];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.reverse()) await closeOne();
  };
  try {
    const shared = await openShared(config, store, onShared);
    opened.push(() => shared?.close());
    const places = await openSharedPlaces(config);
    opened.push(() => places?.close());
    const objects = places && (await openSharedVersions(config, places, store.installation, onObjects));
    opened.push(() => objects?.place.close());
    return { shared, objects, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The files of the engine, of shoppers' events and of imports: guarded where they are in the shared folder. */
export const guardShared = (config: Config, shared: SharedFolder | null, files: Files) => {
  if (shared === null) return { engineFiles: files, contentFiles: files, journalFiles: diskFilesSync };
  const isContentShared = contentFolder(config) !== config.dataDir;
  const guarded = guardFiles(files, shared);
  return {
    engineFiles: config.objects === null ? guarded : files,
    contentFiles: isContentShared ? guarded : files,
    journalFiles: isContentShared ? guardSyncFiles(diskFilesSync, shared) : diskFilesSync,
  };
};

/** Of a shared folder that this machine has moved away from. */
export const removeLeftCopies = async (config: Config, files: Files): Promise<void> => {
  if (config.sharedDir === null && config.objects === null) await files.remove(versionCopies(config));
};

/** The other engine has its versions in PostgreSQL. */
export const guardVersions = (engine: Engine, config: Config, shared: SharedFolder | null): Engine =>
  config.engine === 'embedded' && config.objects === null && shared !== null
    ? guardEngine(engine, shared)
    : engine;
