import type { EmbeddedProduct } from './embed-products.ts';
import type { VectorCache } from './pictures/vector-cache.ts';
import { averagePictures } from '../learning/looks/map/average-pictures.ts';
import { applyMap } from '../learning/looks/map/looks-map.ts';
import { learnLooks, type LearntLooks, type LooksTeacher } from '../learning/looks/learn-looks.ts';
import { nameFamily } from '../learning/looks/train/words.ts';
import type { Embedding } from '../embedder/embedder.ts';
import type { Picture } from '../engine/engine.ts';

export type LearntPictures = {
  readonly looks: LearntLooks;
  /** The same products, in the same order, with vectors that were mapped. */
  readonly products: AsyncIterable<EmbeddedProduct>;
};

type Needs = {
  readonly vectors: VectorCache;
  readonly teacher: Omit<LooksTeacher, 'readVectors' | 'signal'>;
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
  const readVectors = (hash: string): Embedding | null => vectors.get(hash);
  const looks = await learnLooks({ ...teacher, signal, readVectors }, pictured);
  const averaged = await averagePictures(
    looks.map,
    pictured.map(({ hash }) => hash),
    readVectors,
    signal,
  );
  return { looks, products: addVectors(waiting, hashes, { ...looks, averaged }, vectors) };
};

type Averaged = Awaited<ReturnType<typeof averagePictures>>;

/** A mapped picture, the hash of its bytes, and whose words it has. */
type Mapped = { readonly family: string; readonly bytes: string; readonly picture: Picture };

async function* addVectors(
  waiting: readonly EmbeddedProduct[],
  hashes: readonly (string | null)[],
  { map, familyWords, averaged }: LearntLooks & { readonly averaged: Averaged },
  vectors: VectorCache,
): AsyncGenerator<EmbeddedProduct> {
  const mapPicture = (picture: Picture, family: string): Picture => {
    if (map === null) return picture;
    const mapped = applyMap(map, picture, familyWords.get(family) ?? []);
    const own = averaged?.get(picture.hash);
    return own === undefined ? mapped : { ...mapped, looks: own.looks, hash: `${mapped.hash}-${own.mark}` };
  };
  // Variants follow each other and show the same picture.
  let last: Mapped | null = null;
  for (const [at, { draft, reason }] of waiting.entries()) {
    const hash = hashes[at] ?? null;
    const embedding = hash === null ? null : vectors.get(hash);
    if (hash === null || embedding === null) {
      yield { draft, reason: reason ?? 'its vector is not there' };
      continue;
    }
    const family = nameFamily(draft.product);
    const isLast: boolean = last?.bytes === hash && last.family === family;
    if (last === null || !isLast)
      last = { family, bytes: hash, picture: mapPicture({ hash, ...embedding }, family) };
    yield { draft: { ...draft, picture: last.picture }, reason: null };
  }
}
