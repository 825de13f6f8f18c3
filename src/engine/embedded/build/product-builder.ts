import { join } from 'node:path';
import { Fault } from '../../../errors.ts';
import type { DraftProduct, Picture, ProductDraft, ProductVersionBuilder, Progress } from '../../engine.ts';
import type { KnownPictures, PictureCollector } from '../vectors/picture-collector.ts';
import { createPictureCollector } from '../vectors/picture-collector.ts';
import { isSameShape, shapeOf } from '../vectors/vector-shape.ts';
import type { LoggedChange } from '../../semantics/changes.ts';
import { changesByProduct, foldChanges } from '../../semantics/changes.ts';
import type { ChangesToMerge } from '../changes/live-changes.ts';
import type { Files } from '../../../files/files.ts';
import { createSpool, type Spool } from '../storage/spool.ts';
import { parseVersionInfo } from '../catalogue/product-version-info.ts';
import type { BaseVersion } from '../catalogue/catalogue.ts';
import { createProductStore, type ProductStore } from './product-store.ts';
import { type VersionDraft, writeProducts } from './write-products.ts';

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
  const spooled = (name: string): string => join(version.workFolder, `${name}.spool`);
  const products = createProductStore(files, spooled('products'), parts.settings.heldProducts);
  const collector = createPictureCollector(files, spooled('pictures'), known, freeMemory);
  const temporary: Pick<Spool, 'remove'>[] = [products, collector];
  let added = 0;
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
    products.put({ product, picture: picture && collector.add(picture) });
  };
  const write = async (progress: Progress) => {
    const { changes, ...merged } = await liveChanges();
    await mergeChanges(products, changes, collector);
    const sorted = await products.sort();
    const shape = collector.shape ?? noShape;
    const createNamed = (name: string): Spool => {
      const spool = createSpool(files, spooled(name));
      temporary.push(spool);
      return spool;
    };
    const removeSpools = () => Promise.all(temporary.map((each) => each.remove()));
    const input = { ...parts, products: sorted, pictures: collector, shape, changes: merged, progress };
    return writeProducts({ ...input, createSpool: createNamed, removeSpools, freeMemory });
  };
  return {
    // Called for each product of the shop. Not async: a promise for each product costs more than the work itself.
    add: (one) => {
      try {
        addProduct(one);
        added += 1;
        return added % 2 === 0 ? collector.waitForWrites() : products.waitForWrites();
      } catch (error) {
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    finish: async (progress = () => {}) => {
      markEnded();
      try {
        return await write(progress);
      } catch (error) {
        await version.abandon();
        throw error;
      }
    },
    abandon: async () => {
      markEnded();
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
  return { shape, hashes: await readHashes(), readNow: vectorFile.readNow };
};

const mergeChanges = (
  products: ProductStore,
  changes: readonly LoggedChange[],
  collector: PictureCollector,
): Promise<void> => {
  const changesOf = changesByProduct(changes);
  return products.change(changesOf.keys(), (identifier, before) => {
    const state = foldChanges(before, changesOf.get(identifier) ?? []);
    return state && { product: state.product, picture: findPictureNumber(state.picture, collector) };
  });
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
