import { join } from 'node:path';
import type { Dataset } from '../domain/dataset.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { EngineWriter, Picture } from '../engine/engine.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { openPictureIndex } from '../ingest/pictures/picture-index.ts';
import { createFindPicture } from '../ingest/pictures/find-picture.ts';
import { openPendingPictures, type PendingPicture } from '../ingest/pictures/pending-pictures.ts';
import { openPictureStore } from '../ingest/pictures/picture-store.ts';
import { openVectorCache } from '../ingest/pictures/vector-cache.ts';

/**
 * Embeds the pictures of products that were added or changed live, one after the other, in the background.
 */
export type LivePictures = {
  /** Stored on disk when it returns. */
  readonly enqueue: (dataset: Dataset, identifier: string, images: readonly string[], at: number) => void;
  /** Continues with what an earlier process left. */
  resume(datasets: readonly Dataset[]): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
  /** Leaves the rest of the queue to the next start. */
  close(): Promise<void>;
};

type Needs = {
  readonly engine: Pick<EngineWriter, 'change'>;
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly fetch: Fetch;
  readonly dataDir: string;
  readonly now: () => Date;
  /** Called when a product stays without a picture. */
  readonly onFailed: (dataset: Dataset, identifier: string, reason: unknown) => void;
};

export const openLivePictures = (needs: Needs): LivePictures => {
  const stopping = new AbortController();
  const pending = openPendingPictures(join(needs.dataDir, 'pictures'));
  let last = Promise.resolve();

  const embedPicture = async (
    dataset: Dataset,
    { identifier, images, at }: PendingPicture,
  ): Promise<void> => {
    const picture = await findAndEmbed(needs, dataset, images, stopping.signal);
    if ('reason' in picture) return needs.onFailed(dataset, identifier, picture.reason);
    // Uses the time of the change that named the picture, so that it does not undo a later change of the
    // product.
    await needs.engine.change(dataset.tracker, [{ kind: 'update', at, identifier, set: {}, picture }]);
  };
  const processPending = async (dataset: Dataset, pendingPicture: PendingPicture): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      await embedPicture(dataset, pendingPicture);
    } catch (error) {
      if (stopping.signal.aborted) return;
      needs.onFailed(dataset, pendingPicture.identifier, error);
    }
    pending.remove(pendingPicture);
  };
  const schedule = (dataset: Dataset, pendingPicture: PendingPicture): void => {
    last = last.then(() => processPending(dataset, pendingPicture));
  };

  return {
    enqueue: (dataset, identifier, images, at) => {
      const pendingPicture = { dataset: dataset.tracker, identifier, images, at };
      pending.add(pendingPicture);
      schedule(dataset, pendingPicture);
    },
    resume: (datasets) => {
      const byTracker = new Map(datasets.map((dataset) => [dataset.tracker, dataset]));
      for (const pendingPicture of pending.list()) {
        const dataset = byTracker.get(pendingPicture.dataset);
        if (dataset === undefined) pending.remove(pendingPicture);
        else schedule(dataset, pendingPicture);
      }
    },
    idle: () => last,
    close: async () => {
      stopping.abort();
      await last;
      pending.close();
    },
  };
};

const findAndEmbed = async (
  { embedder: open, fetch, dataDir, now }: Needs,
  dataset: Dataset,
  images: readonly string[],
  signal: AbortSignal,
): Promise<Picture | { readonly reason: string }> => {
  const folder = join(dataDir, 'pictures');
  const index = openPictureIndex(folder);
  try {
    const store = openPictureStore(folder);
    const imageFolder = dataset.source?.images ?? null;
    const find = createFindPicture({ folder: imageFolder, fetch, index, store, signal, now });
    const found = await find(images, true);
    if (found.kind === 'none') return { reason: found.reason };
    const embedder = await open(dataset.model);
    const vectors = openVectorCache(folder, embedder.model);
    const cached = vectors.get(found.hash);
    if (cached !== null) return { hash: found.hash, ...cached };
    if (found.kind !== 'bytes') return { reason: 'its bytes are not there' };
    const [result] = await embedder.embed([found.bytes]);
    if (result?.ok !== true) return { reason: result?.reason ?? 'not embedded' };
    await vectors.put(found.hash, result.embedding);
    return { hash: found.hash, ...result.embedding };
  } finally {
    index.close();
  }
};
