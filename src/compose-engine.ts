import type { Config, EngineName } from './config.ts';
import { Fault } from './errors.ts';
import type { Embedder } from './embedder/embedder.ts';
import { createEmbeddedBackup } from './engine/embedded/backup.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine/embedded/embedded.ts';
import type { Shared } from './engine/embedded/shared/shared-versions.ts';
import type { Engine, EngineBackup, Progress } from './engine/engine.ts';
import { createPostgresBackup } from './engine/postgres/backup.ts';
import { openFolderObjects, type Objects } from './files/objects.ts';
import type { GuardedFetch } from './ingest/fetch/guarded-fetch.ts';

type EngineModule = {
  readonly open: (config: Config, options: EmbeddedEngineOptions) => Promise<Engine>;
  readonly createBackup: (folder: string) => EngineBackup;
};

const openPostgres = async (config: Config): Promise<Engine> => {
  const { openEnginePool, openPostgresEngine } = await import('./engine/postgres/postgres.ts');
  const { databaseUrl, databaseConnections: connections, databaseTimeoutMs: statementTimeoutMs } = config;
  const database = openEnginePool({ url: databaseUrl ?? '', connections, statementTimeoutMs });
  try {
    return await openPostgresEngine({ database });
  } catch (error) {
    await database.close();
    throw error;
  }
};

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
  const { openPool } = await import('./postgres/open-pool.ts');
  const { createVersionRows } = await import('./engine/embedded/shared/version-rows.ts');
  const { databaseUrl: url, databaseWaitMs } = config;
  const times = { statementTimeoutMs: databaseWaitMs, answerTimeoutMs: databaseWaitMs };
  const database = openPool({ url: url ?? '', connections: 3, ...times });
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

/** The engines by their names in KINDRED_ENGINE. A new one is added here and to `engineNames`. */
export const engines: Readonly<Record<EngineName, EngineModule>> = {
  embedded: { open: (_, options) => openEmbeddedEngine(options), createBackup: createEmbeddedBackup },
  postgres: { open: openPostgres, createBackup: createPostgresBackup },
};

/** Each model is opened once, when first needed: its runtime is the heaviest part of the program. */
export const openModels = (config: Config, folder: string, fetch: GuardedFetch['fetch']) => {
  const opened = new Map<string | null, Promise<Embedder>>();
  const open = async (model: string | null, report: Progress): Promise<Embedder> => {
    const { openModel } = await import('./embedder/open/open-model.ts');
    const { hubUrl: url, offline } = config;
    const progress: Progress = (file, done, total) => report(`Downloading ${file}`, done, total);
    return openModel(model, { url, offline, folder, fetch, progress });
  };
  return {
    embedder: (model: string | null, progress: Progress = () => undefined): Promise<Embedder> => {
      const before = opened.get(model);
      if (before !== undefined) return before;
      const opening = open(model, progress);
      opened.set(model, opening);
      // A failed download may succeed at the next attempt.
      opening.catch(() => opened.delete(model));
      return opening;
    },
    close: async (): Promise<void> => {
      for (const opening of opened.values()) await (await opening.catch(() => null))?.close();
    },
  };
};
