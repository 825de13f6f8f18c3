import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset } from '../../domain/dataset.ts';
import type { Embedder, Embedding } from '../../embedder/embedder.ts';
import { openSeen } from '../../ingest/pictures/open-seen.ts';
import type { EngineReader, EngineWriter, Picture } from '../../engine/engine.ts';
import { isUnavailable } from '../../errors.ts';
import { isDiskFull } from '../../files/error-code.ts';
import type { Fetch } from '../../ingest/fetch/fetch.ts';
import { openPictureIndex, openPictureStore, openVectorCache } from '../../ingest/pictures/picture-caches.ts';
import { createFindPicture } from '../../ingest/pictures/find-picture.ts';
import { createHostLimiter, type HostLimiter } from '../../ingest/pictures/fetch-picture.ts';
import {
  openPendingPictures,
  type PendingPicture,
  type PendingPictures,
} from '../../ingest/pictures/pending-pictures.ts';
import { findImagePlace } from '../../ingest/pictures/image-place.ts';
import { mapLivePicture } from './photo-vectors.ts';

export type LivePictures = ReturnType<typeof openLivePictures>;

type Needs = {
  readonly engine: Pick<EngineWriter, 'change'> & Pick<EngineReader, 'products'>;
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly fetch: Fetch;
  readonly dataDir: string;
  /** Folder of the queue and of the index of pictures by URL, on this machine. */
  readonly indexFolder?: string;
  /** Throws while `dataDir` is away. */
  readonly check?: () => Promise<void>;
  readonly now: () => Date;
  /** Called when a product stays without a picture. */
  readonly onFailed: (dataset: Dataset, identifier: string, reason: unknown) => void;
  /** Pause after a failure of the disk. */
  readonly retryMs?: number;
};

const livePictureDefaults = { retryMs: 30_000 } as const;

/** A picture from a slow host takes up to half a minute: after two failures the host rests for five minutes. */
const livePictureHosts = { perHost: 2, failures: 2, restMs: 5 * 60_000 } as const;

type Entry = { readonly dataset: Dataset; readonly pending: PendingPicture };

/**
 * Embeds the pictures of products that were added or changed live, one after the other, in the background. One queue per
 * website: a website whose pictures load slowly does not delay the others. A host that does not answer is left alone for a
 * while.
 */
export const openLivePictures = (needs: Needs) => {
  const { retryMs = livePictureDefaults.retryMs, check = () => Promise.resolve() } = needs;
  const stopping = new AbortController();
  const pending = openPendingPictures(needs.indexFolder ?? join(needs.dataDir, 'pictures'));
  const hosts = createHostLimiter(livePictureHosts);
  const queues = new Map<number, Entry[]>();
  const workers = new Map<number, Promise<void>>();

  const embedPicture = async ({ dataset, pending: { identifier, images, at } }: Entry): Promise<void> => {
    await check();
    const picture = await findAndEmbed({ ...needs, hosts }, dataset, { identifier, images }, stopping.signal);
    if ('reason' in picture) return needs.onFailed(dataset, identifier, picture.reason);
    // Uses the time of the change that named the picture, so that it does not undo a later change of the product.
    await needs.engine.change(dataset.tracker, [{ kind: 'update', at, identifier, set: {}, picture }]);
  };
  /** False if the disk is full or the folder is away: the picture stays in the queue, and is tried again later. */
  const processEntry = async (entry: Entry): Promise<boolean> => {
    try {
      await embedPicture(entry);
    } catch (error) {
      if (stopping.signal.aborted) return true;
      needs.onFailed(entry.dataset, entry.pending.identifier, error);
      if (isDiskFull(error) || isUnavailable(error)) return false;
    }
    try {
      pending.remove(entry.pending);
      return true;
    } catch (error) {
      needs.onFailed(entry.dataset, entry.pending.identifier, error);
      return false;
    }
  };
  const work = async (queue: Entry[]): Promise<void> => {
    for (let entry = queue[0]; entry !== undefined && !stopping.signal.aborted; entry = queue[0]) {
      if (await processEntry(entry)) queue.shift();
      else await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const start = (websiteId: number, queue: Entry[]): void => {
    if (workers.has(websiteId)) return;
    const worker = work(queue).finally(() => {
      workers.delete(websiteId);
      if (queue.length > 0 && !stopping.signal.aborted) start(websiteId, queue);
    });
    workers.set(websiteId, worker);
  };
  const schedule = (entry: Entry): void => {
    const { websiteId } = entry.dataset;
    const queue = queues.get(websiteId) ?? [];
    queues.set(websiteId, queue);
    queue.push(entry);
    start(websiteId, queue);
  };
  /** Resolves when the queue is empty. */
  const idle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers.values());
  };

  return {
    /** Stored on disk when it returns. */
    enqueue: (dataset: Dataset, identifier: string, images: readonly string[], at: number): void => {
      const entry = { dataset: dataset.tracker, identifier, images, at };
      pending.add(entry);
      schedule({ dataset, pending: entry });
    },
    /** Continues with what an earlier process left. */
    resume: (datasets: readonly Dataset[]): void => {
      const byTracker = new Map(datasets.map((dataset) => [dataset.tracker, dataset]));
      for (const entry of pending.list()) {
        const dataset = byTracker.get(entry.dataset);
        if (dataset !== undefined) schedule({ dataset, pending: entry });
        else removeQuietly(pending, entry);
      }
    },
    idle,
    /** Leaves the rest of the queue to the next start. */
    close: async (): Promise<void> => {
      stopping.abort();
      await idle();
      pending.close();
    },
  };
};

/** It belongs to no dataset any more; on a full disk it stays for the next start. */
const removeQuietly = (pending: PendingPictures, entry: PendingPicture): void => {
  try {
    pending.remove(entry);
  } catch {
    // Tried again at the next start.
  }
};

const findAndEmbed = async (
  { engine, embedder: open, fetch, dataDir, indexFolder, now, hosts }: Needs & { hosts: HostLimiter },
  dataset: Dataset,
  { identifier, images }: Pick<PendingPicture, 'identifier' | 'images'>,
  signal: AbortSignal,
): Promise<Picture | { readonly reason: string }> => {
  const folder = join(dataDir, 'pictures');
  const index = openPictureIndex(indexFolder ?? folder);
  try {
    const store = openPictureStore(folder);
    const place = findImagePlace(dataDir, dataset);
    const find = createFindPicture({ folder: place.folder, fetch, index, store, signal, now, hosts });
    const found = await find(images.map(place.resolve), true);
    if (found.kind === 'none') return { reason: found.reason };
    const embedder = openSeen(await open(dataset.model), engine.products(dataset.tracker)?.model ?? '');
    const vectors = openVectorCache(folder, embedder.model);
    const { tracker } = dataset;
    const toPicture = (embedding: Embedding): Promise<Picture> =>
      mapLivePicture(
        engine.products(tracker),
        { folder, tracker, model: embedder.model, identifier },
        { hash: found.hash, ...embedding },
      );
    const cached = vectors.get(found.hash);
    if (cached !== null) return await toPicture(cached);
    if (found.kind !== 'bytes') return { reason: 'its bytes are not there' };
    const [result] = await embedder.embed([found.bytes]);
    if (result?.ok !== true) return { reason: result?.reason ?? 'not embedded' };
    await vectors.put(found.hash, result.embedding);
    return await toPicture(result.embedding);
  } finally {
    index.close();
  }
};
