import { join } from 'node:path';
import { Fault } from '../../../errors.ts';
import type { DraftProduct, Picture, ProductDraft, ProductVersionBuilder } from '../../engine.ts';
import type { KnownPictures, PictureCollector } from '../vectors/picture-collector.ts';
import { createPictureCollector } from '../vectors/picture-collector.ts';
import { isSameShape, shapeOf } from '../vectors/vector-shape.ts';
import type { LoggedChange } from '../../semantics/changes.ts';
import { changesByProduct, foldChanges } from '../../semantics/changes.ts';
import type { ChangesToMerge } from '../changes/live-changes.ts';
import type { Files } from '../../../files/files.ts';
import { parseVersionInfo } from '../catalogue/product-version-info.ts';
import type { BaseVersion } from '../catalogue/catalogue.ts';
import { type CollectedProduct, type VersionDraft, writeProducts } from './write-products.ts';

type BuilderOptions = VersionDraft & {
  readonly files: Files;
  /** Called before much memory is allocated. */
  readonly freeMemory: () => void;
  readonly liveChanges: () => Promise<ChangesToMerge>;
};

/** Collects a draft and writes it in one go. A builder ends once: finished, abandoned or failed. */
export const createProductBuilder = async ({
  files,
  freeMemory,
  liveChanges,
  ...parts
}: BuilderOptions): Promise<ProductVersionBuilder> => {
  const { version, base, draft } = parts;
  const known = await readKnownPictures(base, draft).catch(async (error: unknown) => {
    await version.abandon();
    throw error;
  });
  const products = new Map<string, CollectedProduct>();
  const collector = createPictureCollector(
    files,
    join(version.workFolder, 'pictures.spool'),
    known,
    freeMemory,
  );
  let ended = false;
  const markEnded = () => {
    if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
    ended = true;
  };
  const addProduct = ({ product, picture }: DraftProduct): void => {
    if (ended) throw new Fault('conflict', 'This version is finished or abandoned already.');
    if (products.has(product.identifier)) throw duplicateFault(product.identifier);
    if (picture && collector.shape && !isSameShape(collector.shape, shapeOf(picture)))
      throw dimensionsFault(product.identifier);
    products.set(product.identifier, { product, picture: picture && collector.add(picture) });
  };
  return {
    // Called for each product of the shop. Not async: a promise for each product costs more than the work itself.
    add: (one) => {
      try {
        addProduct(one);
        return collector.waitForWrites();
      } catch (error) {
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    finish: async (progress = () => {}) => {
      markEnded();
      try {
        const { changes, ...merged } = await liveChanges();
        mergeChanges(products, changes, collector);
        const collected = [...products.values()];
        products.clear();
        return await writeProducts({
          ...parts,
          collected,
          pictures: collector,
          shape: collector.shape ?? noShape,
          changes: merged,
          progress,
        });
      } catch (error) {
        await version.abandon();
        throw error;
      }
    },
    abandon: async () => {
      markEnded();
      products.clear();
      await version.abandon();
    },
  };
};

/** Vectors of the base, when they are of the same model. */
const readKnownPictures = async (
  base: BaseVersion | null,
  draft: ProductDraft,
): Promise<KnownPictures | null> => {
  if (!base) return null;
  const { model, shape } = parseVersionInfo(base.manifest.about);
  if (model !== draft.model) return null;
  const { readHashes, vectorFile } = base.catalogue;
  return { shape, hashes: await readHashes(), read: vectorFile.read };
};

const mergeChanges = (
  products: Map<string, CollectedProduct>,
  changes: readonly LoggedChange[],
  collector: PictureCollector,
): void => {
  for (const [identifier, productChanges] of changesByProduct(changes)) {
    const state = foldChanges(products.get(identifier) ?? null, productChanges);
    if (state === null) products.delete(identifier);
    else {
      const { product, picture } = state;
      products.set(identifier, { product, picture: findPictureNumber(picture, collector) });
    }
  }
};

/** The picture of a live change is dropped when its vectors are of another model. */
const findPictureNumber = (picture: number | Picture | null, collector: PictureCollector): number | null => {
  if (picture === null || typeof picture === 'number') return picture;
  return collector.shape && !isSameShape(collector.shape, shapeOf(picture)) ? null : collector.add(picture);
};

const noShape = { looks: 0, colour: 0 };

const duplicateFault = (identifier: string): Fault =>
  new Fault('bad-input', `The identifier "${identifier}" is in this version twice.`, {
    nextStep: 'Give each product and each variant an identifier of its own.',
  });

const dimensionsFault = (identifier: string): Fault =>
  new Fault(
    'bad-input',
    `The picture of "${identifier}" has vectors of other dimensions than the ones before.`,
    {
      nextStep: 'Embed all pictures of a version with one model.',
    },
  );
