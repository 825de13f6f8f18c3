import type { Embedder, Embedding } from '../embedder/embedder.ts';
import type { DraftProduct, Picture } from '../engine/engine.ts';
import type { Product } from '../domain/product.ts';
import type { Tally } from './import-job.ts';
import type { FindPicture, FoundPicture } from './pictures/find-picture.ts';
import type { VectorCache } from './pictures/vector-cache.ts';
import type { PassPoint } from './points.ts';

export const embedDefaults = {
  /** Products whose pictures are embedded together; those of the next batch are in memory too. */
  batch: 32,
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
  readonly point: PassPoint;
  readonly signal: AbortSignal;
};

export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Looked = {
  readonly found: FoundPicture;
  readonly known: Embedding | null;
};

/** A picture seen before whose vector is not known (another model, a cleared cache) is fetched again. */
const look = async ({ find, vectors }: Needs, images: readonly string[]): Promise<Looked> => {
  const found = await find(images);
  if (found.kind === 'none') return { found, known: null };
  const known = vectors.get(found.hash);
  if (known !== null || found.kind === 'bytes') return { found, known };
  const again = await find(images, true);
  return {
    found: again,
    known: again.kind === 'none' ? null : vectors.get(again.hash),
  };
};

type Verdict = { readonly embedding: Embedding } | { readonly reason: string };

/** Embeds each picture of the batch once, however many products show it. */
const embedNew = async (
  { embedder, vectors, tally, point }: Needs,
  batch: readonly Looked[],
): Promise<Map<string, Verdict>> => {
  const fresh = new Map<string, Uint8Array>();
  for (const { found, known } of batch)
    if (found.kind === 'bytes' && known === null) fresh.set(found.hash, found.bytes);
  const verdicts = new Map<string, Verdict>();
  if (fresh.size === 0) return verdicts;
  const results = await embedder.embed([...fresh.values()]);
  tally.vectors += results.length;
  point('pictures-embedded');
  for (const [place, hash] of [...fresh.keys()].entries()) {
    const result = results[place];
    if (result?.ok === true) await vectors.put(hash, result.embedding);
    point('vector-written');
    verdicts.set(
      hash,
      result?.ok === true ? { embedding: result.embedding } : { reason: result?.reason ?? 'not embedded' },
    );
  }
  return verdicts;
};

const pictured = (product: Product, { found, known }: Looked, verdicts: Map<string, Verdict>): Pictured => {
  const without = (reason: string): Pictured => ({
    draft: { product, picture: null },
    reason,
  });
  if (found.kind === 'none') return without(found.reason);
  const verdict = known === null ? verdicts.get(found.hash) : { embedding: known };
  if (verdict === undefined || 'reason' in verdict) return without(verdict?.reason ?? 'not embedded');
  const picture: Picture = { hash: found.hash, ...verdict.embedding };
  return { draft: { product, picture }, reason: null };
};

/** The batch before may have held the same picture. */
const knownByNow = ({ vectors }: Needs, looked: Looked): Looked =>
  looked.known === null && looked.found.kind === 'bytes'
    ? { ...looked, known: vectors.get(looked.found.hash) }
    : looked;

type Batch = { readonly products: readonly Product[]; readonly looking: Promise<readonly Looked[]> };

async function* finish(needs: Needs, { products, looking }: Batch): AsyncGenerator<Pictured> {
  const looked = (await looking).map((each) => knownByNow(needs, each));
  needs.signal.throwIfAborted();
  needs.tally.pictures += looked.filter(({ found }) => found.kind !== 'none').length;
  needs.point('picture-found');
  const verdicts = await embedNew(needs, looked);
  for (const [place, product] of products.entries()) {
    const picture = looked[place];
    if (picture) yield pictured(product, picture, verdicts);
  }
}

/**
 * Products in the same order, each with the vectors of its picture or the reason why it has none. While the
 * pictures of one batch are being embedded, those of the next are being fetched.
 */
export async function* embedProducts(
  needs: Needs,
  products: AsyncIterable<Product>,
): AsyncGenerator<Pictured> {
  let before: Batch | null = null;
  for await (const batch of inBatches(products, embedDefaults.batch)) {
    const looking = Promise.all(batch.map((product) => look(needs, product.images)));
    // Nobody may come to await it, when the batch before it fails.
    looking.catch(() => undefined);
    if (before !== null) yield* finish(needs, before);
    before = { products: batch, looking };
  }
  if (before !== null) yield* finish(needs, before);
}

/** The same without looking at any picture. */
export async function* withoutPictures(
  products: AsyncIterable<Product>,
  reason: string,
): AsyncGenerator<Pictured> {
  for await (const product of products) yield { draft: { product, picture: null }, reason };
}
