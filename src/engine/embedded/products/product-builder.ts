import { Fault } from '../../../errors.ts';
import type { DraftProduct, ProductDraft, ProductVersionBuilder } from '../../engine.ts';
import { changesByProduct, foldChanges } from '../overlay/fold-changes.ts';
import type { LoggedChange } from '../overlay/change-codec.ts';
import type { VectorShape } from '../looks/vectors.ts';
import type { VersionInMaking } from '../storage/version-folder.ts';
import type { BaseVersion } from './base-version.ts';
import { writeProducts } from './write-products.ts';

/** Live changes that a new version takes up: those to apply, and the number of the last one it knows of. */
export type ChangesToMerge = { readonly changes: readonly LoggedChange[]; readonly through: number };

export type BuilderNeeds = {
  readonly version: VersionInMaking;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly spareNeighbours: number;
  /** Asked when the version is finished. */
  readonly liveChanges: () => Promise<ChangesToMerge>;
};

/** Collects a draft and writes it in one go. A builder ends once: finished, abandoned or failed. */
export const productBuilder = ({
  version,
  base,
  draft,
  spareNeighbours,
  liveChanges,
}: BuilderNeeds): ProductVersionBuilder => {
  const products = new Map<string, DraftProduct>();
  let shape: VectorShape | null = null;
  let ended = false;
  const end = () => {
    if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
    ended = true;
  };
  return {
    add: async (draftProduct) => {
      const { product, picture } = draftProduct;
      if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
      if (products.has(product.identifier)) throw twice(product.identifier);
      if (picture) {
        shape ??= { looks: picture.looks.length, colour: picture.colour.length };
        const fits = picture.looks.length === shape.looks && picture.colour.length === shape.colour;
        if (!fits) throw otherDimensions(product.identifier);
      }
      products.set(product.identifier, draftProduct);
    },
    finish: async (progress = () => {}) => {
      end();
      try {
        const { changes, through } = await liveChanges();
        mergeChanges(products, changes);
        const decided = shape ?? firstShape(products) ?? noShape;
        const drafts = [...products.values()].map((one) => fitting(one, decided));
        products.clear();
        return await writeProducts({
          version,
          base,
          draft,
          drafts,
          shape: decided,
          spareNeighbours,
          changesThrough: through,
          progress,
        });
      } catch (error) {
        await version.abandon();
        throw error;
      }
    },
    abandon: async () => {
      end();
      products.clear();
      await version.abandon();
    },
  };
};

const mergeChanges = (products: Map<string, DraftProduct>, changes: readonly LoggedChange[]): void => {
  for (const [identifier, ofProduct] of changesByProduct(changes)) {
    const standing = foldChanges(products.get(identifier) ?? null, ofProduct);
    if (standing === null) products.delete(identifier);
    else products.set(identifier, standing);
  }
};

const firstShape = (products: ReadonlyMap<string, DraftProduct>): VectorShape | null => {
  for (const { picture } of products.values())
    if (picture) return { looks: picture.looks.length, colour: picture.colour.length };
  return null;
};

/** A picture that came with a live change while another model was in use is left behind. */
const fitting = (one: DraftProduct, { looks, colour }: VectorShape): DraftProduct => {
  const { picture } = one;
  const fits = !picture || (picture.looks.length === looks && picture.colour.length === colour);
  return fits ? one : { ...one, picture: null };
};

const noShape = { looks: 0, colour: 0 };

const twice = (identifier: string): Fault =>
  new Fault('bad-input', `The identifier "${identifier}" is in this version twice.`, {
    nextStep: 'Give each product and each variant an identifier of its own.',
  });

const otherDimensions = (identifier: string): Fault =>
  new Fault(
    'bad-input',
    `The picture of "${identifier}" has vectors of other dimensions than the ones before.`,
    {
      nextStep: 'Embed all pictures of a version with one model.',
    },
  );
