import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { DraftProduct } from '../engine/engine.ts';
import type { Tally } from './import-job.ts';
import type { FindPicture } from './pictures/find-picture.ts';
import { prefetchPictures, type ProductLookup, type ResolvedPicture } from './pictures/prefetch.ts';
import type { VectorCache } from './pictures/vector-cache.ts';
import type { ReachCrashPoint } from './crash-points.ts';

export const embedDefaults = {
  /** New pictures that are embedded together. */
  pictures: 32,
  /**
   * Products that wait together until so many new pictures are among them, however far apart those stand. Each
   * may hold a known vector, and those of the next batch are gathered meanwhile: about 30 MB in all.
   */
  products: 2_048,
} as const;

export type Pictured = {
  readonly draft: DraftProduct;
  /** Why it has no picture; null when it has one. */
  readonly reason: string | null;
};

type Needs = {
  readonly embedder: Embedder;
  readonly find: FindPicture;
  readonly vectors: VectorCache;
  readonly tally: Pick<Tally, 'pictures' | 'vectors'>;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly signal: AbortSignal;
};

/** A product whose picture is new waits for the verdict on it; the bytes are held once, by the batch. */
type Waiting = {
  readonly product: Product;
  readonly looked: ResolvedPicture | { readonly kind: 'new'; readonly hash: string };
};

type Batch = { readonly waiting: Waiting[]; readonly fresh: Map<string, Uint8Array> };

const emptyBatch = (): Batch => ({ waiting: [], fresh: new Map() });

const isFull = ({ waiting, fresh }: Batch): boolean =>
  fresh.size >= embedDefaults.pictures || waiting.length >= embedDefaults.products;

const take = ({ waiting, fresh }: Batch, { product, lookup: looked }: ProductLookup): void => {
  if (looked.kind === 'new') {
    fresh.set(looked.hash, looked.bytes);
    waiting.push({ product, looked: { kind: 'new', hash: looked.hash } });
  } else waiting.push({ product, looked });
};

/** New pictures are mostly few and far between: cut with the rows, batches would hold one each. */
async function* gather(needs: Needs, products: AsyncIterable<Product>): AsyncGenerator<Batch> {
  let batch = emptyBatch();
  for await (const block of prefetchPictures(needs, products)) {
    needs.tally.pictures += block.filter(({ lookup: looked }) => looked.kind !== 'none').length;
    needs.reachCrashPoint('picture-found');
    for (const each of block) take(batch, each);
    if (!isFull(batch)) continue;
    yield batch;
    batch = emptyBatch();
  }
  if (batch.waiting.length > 0) yield batch;
}

/** By the hash of the picture. */
type Verdicts = Map<string, ResolvedPicture>;

const notEmbedded = { ok: false, reason: 'not embedded' } as const;

/** Embeds each picture of the batch once, however many products show it. */
const embedNew = async (
  { embedder, vectors, tally, reachCrashPoint: point }: Needs,
  fresh: ReadonlyMap<string, Uint8Array>,
): Promise<Verdicts> => {
  const verdicts: Verdicts = new Map();
  const unknown = [...fresh].filter(([hash]) => {
    // The batch before may have held the same picture.
    const embedding = vectors.get(hash);
    if (embedding !== null) verdicts.set(hash, { kind: 'known', picture: { hash, ...embedding } });
    return embedding === null;
  });
  if (unknown.length === 0) return verdicts;
  const results = await embedder.embed(unknown.map(([, bytes]) => bytes));
  tally.vectors += results.length;
  point('pictures-embedded');
  for (const [place, [hash]] of unknown.entries()) {
    const result = results[place] ?? notEmbedded;
    if (result.ok) await vectors.put(hash, result.embedding);
    point('vector-written');
    verdicts.set(
      hash,
      result.ok
        ? { kind: 'known', picture: { hash, ...result.embedding } }
        : { kind: 'none', reason: result.reason },
    );
  }
  return verdicts;
};

const pictured = ({ product, looked }: Waiting, verdicts: Verdicts): Pictured => {
  const settled = looked.kind === 'new' ? verdicts.get(looked.hash) : looked;
  if (settled?.kind === 'known') return { draft: { product, picture: settled.picture }, reason: null };
  return { draft: { product, picture: null }, reason: (settled ?? notEmbedded).reason };
};

type Embedded = { readonly waiting: readonly Waiting[]; readonly verdicts: Promise<Verdicts> };

const begin = (needs: Needs, { waiting, fresh }: Batch): Embedded => {
  const verdicts = embedNew(needs, fresh);
  // Nobody may come to await it, when something else fails first.
  verdicts.catch(() => undefined);
  return { waiting, verdicts };
};

async function* finish({ signal }: Needs, { waiting, verdicts }: Embedded): AsyncGenerator<Pictured> {
  const known = await verdicts;
  signal.throwIfAborted();
  for (const each of waiting) yield pictured(each, known);
}

/**
 * Products in the same order, each with the vectors of its picture or the reason why it has none. While the new
 * pictures of one batch are being embedded, the products before them go on and those after them are gathered.
 */
export async function* embedProducts(
  needs: Needs,
  products: AsyncIterable<Product>,
): AsyncGenerator<Pictured> {
  let last: Embedded | null = null;
  try {
    for await (const batch of gather(needs, products)) {
      const before: Embedded | null = last;
      await before?.verdicts;
      needs.signal.throwIfAborted();
      last = begin(needs, batch);
      if (before !== null) yield* finish(needs, before);
    }
    if (last !== null) yield* finish(needs, last);
  } finally {
    // Whoever stops, stops after what is under way: its vectors are kept, and nothing works on unseen.
    await last?.verdicts.catch(() => undefined);
  }
}

/** The same without looking at any picture. */
export async function* withoutPictures(
  products: AsyncIterable<Product>,
  reason: string,
): AsyncGenerator<Pictured> {
  for await (const product of products) yield { draft: { product, picture: null }, reason };
}
