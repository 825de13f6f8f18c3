import type { Embedder } from '../../embedder/embedder.ts';
import type { EmbedCopies } from '../../learning/looks/decide/guard-copies.ts';
import type { FindPicture } from './find-picture.ts';
import type { PictureStore } from './picture-store.ts';

type Needs = {
  readonly embedder: Embedder;
  readonly store: PictureStore;
  readonly findPicture: FindPicture;
};

/** Empty for an embedder that makes no copies. A copy that cannot be embedded is left out. */
export const createCopyEmbedder = ({
  embedder,
  store,
  findPicture,
}: Needs): { readonly embedCopies?: EmbedCopies } => {
  if (embedder.embedCopies === undefined) return {};
  return {
    embedCopies: async ({ product, hash }) => {
      const found = await findPicture(product.images, true);
      // It cannot be read any more, or is another one now.
      if (found.kind === 'none' || found.hash !== hash) return [];
      const bytes = found.kind === 'bytes' ? found.bytes : await store.get(found.hash);
      const results = bytes === null ? [] : ((await embedder.embedCopies?.(bytes)) ?? []);
      return results.flatMap((result) => (result.ok ? [result.embedding] : []));
    },
  };
};
