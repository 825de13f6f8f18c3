import { Fault } from '../../../errors.ts';
import type { DraftProduct, ProductDraft, ProductVersionBuilder } from '../../engine.ts';
import type { VersionInMaking } from '../storage/version-folder.ts';
import { writeProducts } from './write-products.ts';

/** Collects a draft and writes it in one go. A builder ends once: finished, abandoned or failed. */
export const productBuilder = (
  version: VersionInMaking,
  draft: ProductDraft,
  spareNeighbours: number,
): ProductVersionBuilder => {
  const products = new Map<string, DraftProduct>();
  let shape: { looks: number; colour: number } | null = null;
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
        return await writeProducts(
          version,
          draft,
          [...products.values()],
          shape ?? noShape,
          spareNeighbours,
          progress,
        );
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
