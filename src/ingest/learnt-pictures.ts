import type { EmbeddedProduct } from './embed-products.ts';
import type { VectorCache } from './pictures/vector-cache.ts';
import { applyMap } from '../looks/looks-map.ts';
import { learnLooks, type LearntLooks, type LooksTeacher } from '../looks/learn-looks.ts';

export type LearntPictures = {
  readonly looks: LearntLooks;
  /** The same products, in the same order, with vectors that were mapped. */
  readonly products: AsyncIterable<EmbeddedProduct>;
};

type Needs = {
  readonly vectors: VectorCache;
  readonly teacher: Omit<LooksTeacher, 'readVectors'>;
  readonly signal: AbortSignal;
};

/**
 * Learns from all pictures before any product is handed on. Vectors stay in the cache on the disk meanwhile: memory
 * holds products and hashes.
 */
export const learnFromPictures = async (
  { vectors, teacher, signal }: Needs,
  embedded: AsyncIterable<EmbeddedProduct>,
): Promise<LearntPictures> => {
  const waiting: EmbeddedProduct[] = [];
  const hashes: (string | null)[] = [];
  for await (const { draft, reason } of embedded) {
    hashes.push(draft.picture?.hash ?? null);
    waiting.push({ draft: { product: draft.product, picture: null }, reason });
  }
  const pictured = waiting.flatMap(({ draft: { product } }, at) => {
    const hash = hashes[at] ?? null;
    return hash === null ? [] : [{ product, hash }];
  });
  signal.throwIfAborted();
  const looks = await learnLooks({ ...teacher, readVectors: (hash) => vectors.get(hash) }, pictured);
  return { looks, products: addVectors(waiting, hashes, looks, vectors) };
};

async function* addVectors(
  waiting: readonly EmbeddedProduct[],
  hashes: readonly (string | null)[],
  { map }: LearntLooks,
  vectors: VectorCache,
): AsyncGenerator<EmbeddedProduct> {
  // Variants follow each other and show the same picture.
  let last: { readonly hash: string | null; readonly looks: Float32Array } = {
    hash: null,
    looks: new Float32Array(0),
  };
  for (const [at, { draft, reason }] of waiting.entries()) {
    const hash = hashes[at] ?? null;
    const embedding = hash === null ? null : vectors.get(hash);
    if (hash === null || embedding === null) {
      yield { draft, reason: reason ?? 'its vector is not there' };
      continue;
    }
    if (last.hash !== hash)
      last = { hash, looks: map === null ? embedding.looks : applyMap(map, embedding.looks) };
    yield {
      draft: { ...draft, picture: { hash, looks: last.looks, colour: embedding.colour } },
      reason: null,
    };
  }
}
