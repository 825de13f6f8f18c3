import { join } from 'node:path';
import { Fault } from '../../../errors.ts';
import type { DraftProduct, Picture, ProductDraft, ProductVersionBuilder } from '../../engine.ts';
import type { ListMargins } from '../looks/compute-plans.ts';
import {
  type KnownPictures,
  createPictureCollector,
  type PictureCollector,
} from '../looks/picture-collector.ts';
import type { VectorShape } from '../looks/vectors.ts';
import { changesByProduct, foldChanges, type ProductState } from '../overlay/fold-changes.ts';
import type { LoggedChange } from '../overlay/change-codec.ts';
import type { Files } from '../storage/files.ts';
import type { VersionWriter } from '../storage/version-folder.ts';
import { parseVersionInfo } from './product-version-info.ts';
import type { BaseVersion } from './base-version.ts';
import { writeProducts } from './write-products.ts';

/** Live changes that a new version takes up: those to apply, and the number of the last one it knows of. */
export type ChangesToMerge = { readonly changes: readonly LoggedChange[]; readonly through: number };

/** A product of the draft, with the number of its picture in the spool. */
type Collected = ProductState<number>;

export type BuilderOptions = {
  readonly files: Files;
  readonly version: VersionWriter;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly margins: ListMargins;
  /** Called before much memory is taken. */
  readonly freeMemory: () => void;
  /** Asked when the version is finished. */
  readonly liveChanges: () => Promise<ChangesToMerge>;
};

/** Collects a draft and writes it in one go. A builder ends once: finished, abandoned or failed. */
export const createProductBuilder = ({
  files,
  version,
  base,
  draft,
  margins: beyond,
  freeMemory: makeRoom,
  liveChanges,
}: BuilderOptions): ProductVersionBuilder => {
  const products = new Map<string, Collected>();
  const spool = createPictureCollector(
    files,
    join(version.workFolder, 'pictures.spool'),
    knownPictures(base, draft),
    makeRoom,
  );
  let ended = false;
  const end = () => {
    if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
    ended = true;
  };
  const take = ({ product, picture }: DraftProduct): void => {
    if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
    if (products.has(product.identifier)) throw twice(product.identifier);
    if (picture && spool.shape && !fits(picture, spool.shape)) throw otherDimensions(product.identifier);
    products.set(product.identifier, { product, picture: picture && spool.add(picture) });
  };
  return {
    // Called for each product of the shop: waiting costs more than most of what is done, so nothing waits in here.
    add: (one) => {
      try {
        take(one);
        return spool.waitForWrites();
      } catch (error) {
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    finish: async (progress = () => {}) => {
      end();
      try {
        const { changes, through } = await liveChanges();
        mergeChanges(products, changes, spool);
        const collected = [...products.values()];
        products.clear();
        return await writeProducts({
          version,
          base,
          draft,
          collected,
          pictures: spool,
          shape: spool.shape ?? noShape,
          margins: beyond,
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

/** What the same model made of pictures for the version before. */
const knownPictures = (base: BaseVersion | null, draft: ProductDraft): KnownPictures | null => {
  if (!base) return null;
  const { model, shape } = parseVersionInfo(base.manifest.about);
  const { hashes, readVectors } = base.catalogue;
  return model === draft.model ? { shape, hashes, read: readVectors } : null;
};

const mergeChanges = (
  products: Map<string, Collected>,
  changes: readonly LoggedChange[],
  spool: PictureCollector,
): void => {
  for (const [identifier, ofProduct] of changesByProduct(changes)) {
    const standing = foldChanges(products.get(identifier) ?? null, ofProduct);
    if (standing === null) products.delete(identifier);
    else {
      const { product, picture } = standing;
      products.set(identifier, { product, picture: numberOf(picture, spool) });
    }
  }
};

/** A picture that came with a live change while another model was in use is left behind. */
const numberOf = (picture: number | Picture | null, spool: PictureCollector): number | null => {
  if (picture === null || typeof picture === 'number') return picture;
  return spool.shape && !fits(picture, spool.shape) ? null : spool.add(picture);
};

const fits = ({ looks, colour }: Picture, shape: VectorShape): boolean =>
  looks.length === shape.looks && colour.length === shape.colour;

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
