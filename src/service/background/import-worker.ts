import { compose, openSharedEmbedding } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { Fault, isAbortError } from '../../errors.ts';
import { helpEmbedding } from '../../imports/spread/spread-embedder.ts';
import type { EmbeddingTask, ImportTask } from './import-process.ts';

/*
 * The child process of one import, or of embedding for the imports of other nodes. It exits after its work; when the service
 * stops, it leaves an import in a state that can be resumed.
 */
const stopping = new AbortController();
const stop = (): void => stopping.abort(new DOMException('The service stops.', 'AbortError'));

let hasOpened = false;

const runTask = async ({
  config,
  website: websiteName,
  dataset: datasetName,
  id,
  holder,
}: ImportTask<Config>): Promise<void> => {
  const kindred = await compose(config, {
    serves: false,
    // It goes on, on whatever node, when the shared folder is back.
    onShared: (problem) => problem && stop(),
    ...(holder !== null && { holder }),
  });
  try {
    const website = kindred.store.websites.byName(websiteName);
    const dataset = website && kindred.store.datasets.byName(website.id, datasetName);
    if (!dataset) throw new Fault('not-found', `There is no dataset ${websiteName}/${datasetName} any more.`);
    hasOpened = true;
    await kindred.imports.run({ website, dataset }, id, { signal: stopping.signal, whenStopped: 'queued' });
  } finally {
    await kindred.close();
  }
};

/** So long it waits for more pictures, because to load the model takes seconds. */
const idleMs = 10_000;

const embedForOthers = async ({ config }: EmbeddingTask<Config>): Promise<void> => {
  const { queue, embedder, close } = await openSharedEmbedding(config);
  try {
    const { signal } = stopping;
    const count = queue && (await helpEmbedding({ queue, embedder, signal, idleMs }));
    if (!count) process.exitCode = 1;
  } finally {
    await close();
  }
};

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop);
process.once('message', (task: ImportTask<Config> | EmbeddingTask<Config>) => {
  ('id' in task ? runTask(task) : embedForOthers(task))
    .catch((error: unknown) => {
      // Faults of the import are in its journal, with a message for the operator.
      if (!(hasOpened && error instanceof Fault) && !isAbortError(error))
        process.stderr.write(`${describeError(error)}\n`);
      process.exitCode = 1;
    })
    .finally(() => {
      if (process.connected) process.disconnect?.();
    });
});
