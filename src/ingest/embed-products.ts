import { setImmediate } from 'node:timers/promises';
import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { DraftProduct, Picture } from '../engine/engine.ts';
import type { Tally } from './build-context.ts';
import { reachCrashPoint } from './crash-points.ts';
import type { FoundPicture } from './pictures/fetch-picture.ts';
import type { FindPicture } from './pictures/find-picture.ts';
import type { VectorCache } from './pictures/picture-caches.ts';

export const embedDefaults = {
  /** Products whose pictures are fetched in parallel. The next block is fetched at the same time. */
  block: 32,
  pictures: 32,
  /**
   * Products per batch at most, if new pictures are rare. Each may hold a known vector, and the next batch is
   * collected while one is embedded: about 30 MB in all.
   */
  products: 2_048,
} as const;

export type EmbeddedProduct = {
  readonly draft: DraftProduct;
  /** Why it has no picture; null when it has one. */
  readonly reason: string | null;
};

type Needs = {
  readonly embedder: Embedder;
  readonly findPicture: FindPicture;
  readonly vectors: VectorCache;
  readonly tally: Pick<Tally, 'pictures' | 'vectors'>;
  readonly signal: AbortSignal;
};

/** The picture of a product: its vectors, or the reason why there is none. */
type ResolvedPicture =
  | { readonly kind: 'known'; readonly picture: Picture }
  | { readonly kind: 'none'; readonly reason: string };

/** The same, or a new picture that must be embedded first. */
type PictureLookup =
  | ResolvedPicture
  | { readonly kind: 'new'; readonly hash: string; readonly bytes: Uint8Array };

/** A known picture without a cached vector (new model, cleared cache) is read again. */
const lookUpPicture = async ({ findPicture, vectors }: Needs, images: readonly string[]) => {
  const toLookup = (picture: FoundPicture): PictureLookup | null => {
    if (picture.kind === 'none') return picture;
    const { hash } = picture;
    const embedding = vectors.get(hash);
    if (embedding !== null) return { kind: 'known', picture: { hash, ...embedding } };
    return picture.kind === 'bytes' ? { kind: 'new', hash, bytes: picture.bytes } : null;
  };
  const unreadable = { kind: 'none', reason: 'it cannot be read again' } as const;
  return toLookup(await findPicture(images)) ?? toLookup(await findPicture(images, true)) ?? unreadable;
};

async function* inBlocks<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let block: T[] = [];
  for await (const item of items) {
    block.push(item);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** In the same order. While one block is used, the pictures of the next are fetched. */
const lookUpPictures = (needs: Needs, products: AsyncIterable<Product>) =>
  workAhead(inBlocks(products, embedDefaults.block), async (block) => {
    needs.signal.throwIfAborted();
    const lookUp = async (product: Product) => ({
      product,
      lookup: await lookUpPicture(needs, product.images),
    });
    const lookups = await Promise.all(block.map(lookUp));
    // Known pictures resolve without any I/O: give the embedder a turn of the event loop.
    await setImmediate();
    return lookups;
  });

/** A product and its picture, of a new one the hash: the bytes are kept once, in the batch. */
type PendingProduct = { readonly product: Product; readonly picture: ResolvedPicture | string };

type Batch = { readonly pending: PendingProduct[]; readonly newPictures: Map<string, Uint8Array> };

/**
 * Batches by the number of new pictures, not of products: new pictures are usually rare, and batches of a
 * fixed number of products would hold one or none each.
 */
async function* collectBatches(needs: Needs, products: AsyncIterable<Product>): AsyncGenerator<Batch> {
  let batch: Batch = { pending: [], newPictures: new Map() };
  for await (const block of lookUpPictures(needs, products)) {
    needs.tally.pictures += block.filter(({ lookup }) => lookup.kind !== 'none').length;
    reachCrashPoint('picture-found');
    for (const { product, lookup } of block) {
      if (lookup.kind === 'new') batch.newPictures.set(lookup.hash, lookup.bytes);
      batch.pending.push({ product, picture: lookup.kind === 'new' ? lookup.hash : lookup });
    }
    const isFull =
      batch.newPictures.size >= embedDefaults.pictures || batch.pending.length >= embedDefaults.products;
    if (!isFull) continue;
    yield batch;
    batch = { pending: [], newPictures: new Map() };
  }
  if (batch.pending.length > 0) yield batch;
}

type ResolvedPictures = Map<string, ResolvedPicture>;

const notEmbedded = { ok: false, reason: 'not embedded' } as const;

/** Embeds each picture of the batch once, however many products show it. */
const embedNew = async (
  { embedder, vectors, tally }: Needs,
  newPictures: ReadonlyMap<string, Uint8Array>,
): Promise<ResolvedPictures> => {
  const resolved: ResolvedPictures = new Map();
  const unknown = [...newPictures].filter(([hash]) => {
    // An earlier batch may have embedded it meanwhile.
    const embedding = vectors.get(hash);
    if (embedding !== null) resolved.set(hash, { kind: 'known', picture: { hash, ...embedding } });
    return embedding === null;
  });
  if (unknown.length === 0) return resolved;
  const results = await embedder.embed(unknown.map(([, bytes]) => bytes));
  tally.vectors += results.length;
  reachCrashPoint('pictures-embedded');
  for (const [place, [hash]] of unknown.entries()) {
    const result = results[place] ?? notEmbedded;
    if (result.ok) await vectors.put(hash, result.embedding);
    reachCrashPoint('vector-written');
    resolved.set(
      hash,
      result.ok
        ? { kind: 'known', picture: { hash, ...result.embedding } }
        : { kind: 'none', reason: result.reason },
    );
  }
  return resolved;
};

const toEmbeddedProduct = ({ product, picture }: PendingProduct, known: ResolvedPictures) => {
  const resolved = typeof picture === 'string' ? known.get(picture) : picture;
  if (resolved?.kind === 'known') return { draft: { product, picture: resolved.picture }, reason: null };
  return { draft: { product, picture: null }, reason: (resolved ?? notEmbedded).reason };
};

/**
 * Yields the products in the same order, each with the vectors of its picture or the reason why it has none.
 * While the products of one batch are yielded, the next is being embedded and the one after it collected: where several nodes
 * embed, two batches keep all of them busy.
 */
export async function* embedProducts(needs: Needs, products: AsyncIterable<Product>) {
  /** Pictures of the batches that are being embedded: none is embedded twice. */
  const underway = new Map<string, Promise<ResolvedPictures>>();
  const embedBatch = async ({ pending, newPictures }: Batch): Promise<EmbeddedProduct[]> => {
    needs.signal.throwIfAborted();
    const others = [...newPictures.keys()].flatMap((hash) => underway.get(hash) ?? []);
    const own = new Map([...newPictures].filter(([hash]) => !underway.has(hash)));
    const embedding = embedNew(needs, own);
    for (const hash of own.keys()) underway.set(hash, embedding);
    const resolved = (await Promise.all([embedding, ...others])).flatMap((each) => [...each]);
    for (const hash of own.keys()) underway.delete(hash);
    const known = new Map(resolved);
    return pending.map((each) => toEmbeddedProduct(each, known));
  };
  for await (const batch of workAhead(collectBatches(needs, products), embedBatch)) {
    needs.signal.throwIfAborted();
    yield* batch;
  }
}

export async function* skipPictures(products: AsyncIterable<Product>, reason: string) {
  for await (const product of products) yield { draft: { product, picture: null }, reason };
}

/**
 * The results of `work` in the order of the items. While one result is used, the next item is worked on and the one after it is
 * read. At the end, also after a failure, nothing goes on in the background.
 */
export async function* workAhead<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>) {
  let before: Promise<R> | null = null;
  try {
    for await (const item of items) {
      const next = work(item);
      // Avoids an unhandled rejection if something else fails before this promise is awaited.
      next.catch(() => undefined);
      const last: Promise<R> | null = before;
      before = next;
      if (last !== null) yield await last;
    }
    if (before !== null) yield await before;
  } finally {
    await before?.catch(() => undefined);
  }
}
