import { setImmediate } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import type { Picture } from '../../engine/engine.ts';
import type { FindPicture, FoundPicture } from './find-picture.ts';
import { workAhead } from '../work-ahead.ts';
import type { VectorCache } from './vector-cache.ts';

const prefetchDefaults = {
  /** Products whose pictures are fetched in parallel. The next block is fetched at the same time. */
  block: 32,
} as const;

/** The picture of a product: its vectors, or the reason why there is none. */
export type ResolvedPicture =
  | { readonly kind: 'known'; readonly picture: Picture }
  | { readonly kind: 'none'; readonly reason: string };

/** The same, or a new picture that must be embedded first. */
export type PictureLookup =
  | ResolvedPicture
  | { readonly kind: 'new'; readonly hash: string; readonly bytes: Uint8Array };

export type ProductLookup = { readonly product: Product; readonly lookup: PictureLookup };

type Needs = {
  readonly findPicture: FindPicture;
  readonly vectors: VectorCache;
  readonly signal: AbortSignal;
};

/** A known picture without a cached vector (new model, cleared cache) is read again. */
const lookUpPicture = async (
  { findPicture: find, vectors }: Needs,
  images: readonly string[],
): Promise<PictureLookup> => {
  const toLookup = (picture: FoundPicture): PictureLookup | null => {
    if (picture.kind === 'none') return picture;
    const embedding = vectors.get(picture.hash);
    if (embedding !== null) return { kind: 'known', picture: { hash: picture.hash, ...embedding } };
    return picture.kind === 'bytes' ? { kind: 'new', hash: picture.hash, bytes: picture.bytes } : null;
  };
  const unreadable = { kind: 'none', reason: 'it cannot be read again' } as const;
  return toLookup(await find(images)) ?? toLookup(await find(images, true)) ?? unreadable;
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

/**
 * Yields the products in the same order, in blocks. While one block is used, the pictures of the next are
 * fetched.
 */
export const prefetchPictures = (
  needs: Needs,
  products: AsyncIterable<Product>,
): AsyncIterable<ProductLookup[]> =>
  workAhead(inBlocks(products, prefetchDefaults.block), async (block) => {
    needs.signal.throwIfAborted();
    const lookUp = async (product: Product): Promise<ProductLookup> => ({
      product,
      lookup: await lookUpPicture(needs, product.images),
    });
    const lookups = await Promise.all(block.map(lookUp));
    // Known pictures resolve without any I/O: give the embedder a turn of the event loop.
    await setImmediate();
    return lookups;
  });
