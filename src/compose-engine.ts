import type { Config, EngineName } from './config.ts';
import type { Embedder } from './embedder/embedder.ts';
import { createEmbeddedBackup } from './engine/embedded/backup.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine/embedded/embedded.ts';
import type { Engine, EngineBackup, Progress } from './engine/engine.ts';
import { createPostgresBackup } from './engine/postgres/backup.ts';
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
