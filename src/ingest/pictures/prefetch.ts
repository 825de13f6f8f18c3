import { setImmediate } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import type { Picture } from '../../engine/engine.ts';
import type { FindPicture, FoundPicture } from './find-picture.ts';
import type { VectorCache } from './vector-cache.ts';

export const prefetchDefaults = {
  /** Products whose pictures are looked for side by side; those of the next block are being fetched too. */
  block: 32,
} as const;

/** What becomes of a product's picture. */
export type ResolvedPicture =
  | { readonly kind: 'known'; readonly picture: Picture }
  | { readonly kind: 'none'; readonly reason: string };

/** The same before anything is embedded. */
export type PictureLookup =
  | ResolvedPicture
  | { readonly kind: 'new'; readonly hash: string; readonly bytes: Uint8Array };

export type ProductLookup = { readonly product: Product; readonly lookup: PictureLookup };

type Needs = {
  readonly findPicture: FindPicture;
  readonly vectors: VectorCache;
  readonly signal: AbortSignal;
};

/** A picture seen before whose vector is not known (another model, a cleared cache) is fetched again. */
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

/** Products in the same order, block by block. While one block is in use, the pictures of the next are fetched. */
export async function* prefetchPictures(
  needs: Needs,
  products: AsyncIterable<Product>,
): AsyncGenerator<ProductLookup[]> {
  const lookUpProduct = async (product: Product): Promise<ProductLookup> => ({
    product,
    lookup: await lookUpPicture(needs, product.images),
  });
  let before: Promise<ProductLookup[]> | null = null;
  for await (const block of inBlocks(products, prefetchDefaults.block)) {
    const lookups = Promise.all(block.map(lookUpProduct));
    // Nobody may come to await it, when the block before it fails.
    lookups.catch(() => undefined);
    if (before !== null) yield await before;
    before = lookups;
    // Known pictures are found without waiting for anything: whoever embeds must get a word in between.
    await setImmediate();
    needs.signal.throwIfAborted();
  }
  if (before !== null) yield await before;
}
