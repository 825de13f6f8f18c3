import type { Dataset } from '../../src/domain/dataset.ts';
import type { EngineWriter } from '../../src/engine/engine.ts';
import { openLooksFiles } from '../../src/learning/looks/looks-files.ts';
import {
  readSample,
  type Sample,
  type SampleItem,
  type Vectors,
} from '../../src/learning/looks/train/sample.ts';
import type { Settings } from '../../src/learning/looks/map/decision.ts';
import type { Vocabulary } from '../../src/learning/looks/train/words.ts';
import type { Fetch } from '../../src/ingest/fetch/fetch.ts';
import { createFindPicture } from '../../src/ingest/pictures/find-picture.ts';
import {
  openPictureIndex,
  openPictureStore,
  openVectorCache,
} from '../../src/ingest/pictures/picture-caches.ts';

/** What was learnt from when the last version of a dataset was built. */
export type LooksMaterial = {
  /** Those whose vectors are there, in the order of `sample` and `vectors`. */
  readonly items: readonly SampleItem[];
  readonly vectors: readonly Vectors[];
  readonly sample: Sample;
  readonly vocabulary: Vocabulary | null;
  /** Name of the model, with its view. */
  readonly model: string;
  /** What was decided; null: the vectors of the model as they are. */
  readonly settings: Settings | null;
};

/** `folder`: the folder of pictures. Null when nothing is there. */
export const readLooksMaterial = async (
  folder: string,
  { tracker }: Dataset,
): Promise<LooksMaterial | null> => {
  const files = openLooksFiles(folder, tracker);
  const [decision, chosen] = [await files.readLatest(), await files.readSample()];
  if (decision === null || chosen === null) return null;
  const cache = openVectorCache(folder, decision.embedder);
  const known = chosen.flatMap((item) => {
    const vectors = cache.get(item.hash);
    return vectors === null ? [] : [{ item, vectors }];
  });
  if (known.length === 0) return null;
  const byHash = new Map(known.map(({ item, vectors }) => [item.hash, vectors]));
  const items = known.map(({ item }) => item);
  return {
    items,
    vectors: known.map(({ vectors }) => vectors),
    model: decision.embedder,
    settings: decision.report.settings,
    ...readSample(items, (hash) => byHash.get(hash) ?? null, decision.fields?.slice(1)),
  };
};

type PictureNeeds = {
  readonly engine: Pick<EngineWriter, 'product'>;
  readonly fetch: Fetch;
  /** The folder of pictures. */
  readonly folder: string;
  /** Folder of the index of pictures by URL, on this machine. */
  readonly indexFolder: string;
  readonly signal: AbortSignal;
};

/** The bytes of the picture of a product; null when it cannot be found any more. */
export const readProductPicture = async (
  { engine, fetch, folder, indexFolder, signal }: PictureNeeds,
  { tracker, source }: Dataset,
  identifier: string,
): Promise<Uint8Array | null> => {
  const product = await engine.product(tracker, identifier);
  if (product === null) return null;
  const index = openPictureIndex(indexFolder);
  try {
    const caches = { index, store: openPictureStore(folder) };
    const now = (): Date => new Date();
    const find = createFindPicture({ folder: source?.images ?? null, fetch, ...caches, signal, now });
    // A picture of the folder is published under an address of the service.
    const served = `/pictures/${tracker}/`;
    const names = product.images.map((image) =>
      image.startsWith(served)
        ? image.slice(served.length).split('/').map(decodeURIComponent).join('/')
        : image,
    );
    const found = await find(names, true);
    if (found.kind === 'bytes') return found.bytes;
    return found.kind === 'none' ? null : await caches.store.get(found.hash);
  } finally {
    index.close();
  }
};
