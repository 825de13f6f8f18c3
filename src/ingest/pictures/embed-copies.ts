import type { Embedder } from '../../embedder/embedder.ts';
import type { EmbedCopies } from '../../learning/looks/decide/guard-copies.ts';
import type { FindPicture } from './find-picture.ts';
import { openPictureIndex, type PictureIndex } from './picture-index.ts';
import type { PictureStore } from './picture-store.ts';

type Needs = {
  readonly embedder: Embedder;
  /** Folder of the index of pictures by URL, on this machine. */
  readonly indexFolder: string;
  readonly store: PictureStore;
  readonly openFinder: (index: PictureIndex) => FindPicture;
};

/** Null when the picture cannot be read any more, or is another one now. */
const readPicture = async (
  { indexFolder, store, openFinder }: Needs,
  images: readonly string[],
  hash: string,
): Promise<Uint8Array | null> => {
  const index = openPictureIndex(indexFolder);
  try {
    const found = await openFinder(index)(images, true);
    if (found.kind === 'none' || found.hash !== hash) return null;
    return found.kind === 'bytes' ? found.bytes : await store.get(found.hash);
  } finally {
    index.close();
  }
};

/** Empty for an embedder that makes no copies. A copy that cannot be embedded is left out. */
export const createCopyEmbedder = (needs: Needs): { readonly embedCopies?: EmbedCopies } => {
  const { embedder } = needs;
  if (embedder.embedCopies === undefined) return {};
  return {
    embedCopies: async ({ product, hash }) => {
      const bytes = await readPicture(needs, product.images, hash);
      const results = bytes === null ? [] : ((await embedder.embedCopies?.(bytes)) ?? []);
      return results.flatMap((result) => (result.ok ? [result.embedding] : []));
    },
  };
};
