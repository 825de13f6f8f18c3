import { join } from 'node:path';
import { createShopperBehaviour, type ShopperBehaviour } from './behaviour.ts';
import type { Config } from './config.ts';
import type { Embedder } from './embedder/embedder.ts';
import type { Problem } from './engine/embedded/dataset-shelf.ts';
import { openEmbeddedEngine } from './engine/embedded/embedded.ts';
import type { Files } from './engine/embedded/storage/files.ts';
import type { Engine } from './engine/engine.ts';
import { Fault } from './errors.ts';
import type { Fetch } from './ingest/fetch/fetch.ts';
import { createGuardedFetch } from './ingest/fetch/guarded-fetch.ts';
import { createImportJobs, type ImportJobs } from './import-jobs.ts';
import type { PassPoint } from './ingest/points.ts';
import { createPublishing, type Publishing } from './publishing.ts';
import { openStore } from './store/open-store.ts';
import { openSecrets } from './store/secrets.ts';
import type { Store } from './store/store.ts';

/** The program without its surface: what the service and the command line share. */
export type Kindred = {
  readonly config: Config;
  readonly store: Store;
  readonly engine: Engine;
  /** Opened on first use: a command that embeds nothing loads no model. */
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly behaviour: ShopperBehaviour;
  readonly publishing: Publishing;
  readonly imports: ImportJobs;
  /** Reaches the public internet only, and what the configuration allows besides. */
  readonly fetch: Fetch;
  close(): Promise<void>;
};

/** Where things lie in the data folder. */
export const dataFiles = ({ dataDir }: Config) => ({
  database: join(dataDir, 'kindred.sqlite'),
  versions: join(dataDir, 'versions'),
});

/** Loaded when first needed: the runtime of the model is the heaviest part of the program. */
const openDefault = async (): Promise<Embedder> => {
  const { openDefaultEmbedder } = await import('./embedder/default-embedder.ts');
  return openDefaultEmbedder();
};

const openEmbedderOnce = () => {
  let opened: Promise<Embedder> | null = null;
  return {
    embedder: (model: string | null): Promise<Embedder> => {
      if (model !== null) {
        throw new Fault('bad-input', `The model "${model}" is not known.`, {
          nextStep: 'Leave `model` out of the dataset: the default model is used.',
        });
      }
      opened ??= openDefault();
      return opened;
    },
    close: async (): Promise<void> => (await opened)?.close(),
  };
};

/** Told what is wrong with a dataset while its last good version serves. */
type Reports = {
  readonly report?: (problem: Problem) => void;
  /** For tests that end the process in the middle of an import. */
  readonly point?: PassPoint;
  readonly files?: Files;
  /** Instead of the models that datasets name. */
  readonly embedder?: Kindred['embedder'];
};

/** The only place that names concrete parts. */
export const compose = async (
  config: Config,
  { report = () => undefined, point, files, embedder: given }: Reports = {},
): Promise<Kindred> => {
  const { database, versions } = dataFiles(config);
  const store = openStore({ file: database, secrets: openSecrets(config) });
  try {
    const engine = await openEmbeddedEngine({ folder: versions, onProblem: report, ...(files && { files }) });
    const models = openEmbedderOnce();
    const embedder = given ?? models.embedder;
    const guarded = createGuardedFetch({ allow: config.allowPrivate });
    const behaviour = createShopperBehaviour(config.dataDir, () => new Date());
    const publishing = createPublishing({
      store,
      behaviour,
      engine,
      embedder,
      dataDir: config.dataDir,
      fetch: guarded.fetch,
      now: () => new Date(),
      ...(point && { point }),
    });
    const imports = createImportJobs({
      engine,
      publishing,
      dataDir: config.dataDir,
      now: () => new Date(),
      ...(point && { point }),
    });
    const close = async (): Promise<void> => {
      await guarded.close();
      await models.close();
      await engine.close();
      store.close();
    };
    return { config, store, engine, embedder, behaviour, publishing, imports, fetch: guarded.fetch, close };
  } catch (error) {
    store.close();
    throw error;
  }
};
