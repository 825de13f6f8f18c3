import { decodeRecord } from '../../../domain/product-record.ts';
import type { Website } from '../../../domain/website.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Engine, ProductReader } from '../../../engine/engine.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { ImportService } from '../imports/import-service.ts';
import { findImportOf, readPictureFaults } from '../imports/live-import.ts';
import { findProducts, findProductsDefaults } from './find-products.ts';
import { changedIdentifier, presentChange } from './live-changes.ts';
import { presentProduct } from './presenter.ts';
import { type ProductUseNeeds, readProductUse } from './product-use.ts';
import { readFilter } from './read-filter.ts';
import type { productRoutes } from './routes.ts';

/** `square`: padded with white, for products. `whole`: in its own shape, for banners. */
export type PictureShape = 'square' | 'whole';

/** A thumbnail of an image; null when the image is missing or unusable. */
export type Thumbnail = (
  dataset: Dataset,
  image: string,
  shape: PictureShape,
  signal: AbortSignal,
) => Promise<Uint8Array | null>;

const liveChangesDefaults = { shown: 200 } as const;

type Needs = ProductUseNeeds & {
  readonly store: Pick<Store, 'datasets'>;
  readonly engine: Pick<Engine, 'products' | 'product' | 'changes'>;
  readonly imports: Pick<ImportService, 'list' | 'faults'>;
  readonly thumbnail: Thumbnail;
};
type DatasetCall = { readonly website: Website; readonly params: { readonly dataset: string } };

export const productHandlers = (needs: Needs): HandlersOf<typeof productRoutes> => {
  const { store, engine, imports, thumbnail } = needs;
  const findDataset = ({ website, params }: DatasetCall) =>
    requireFound('dataset', store.datasets.byName(website.id, params.dataset));
  const findReader = (call: DatasetCall): ProductReader | null => engine.products(findDataset(call).tracker);

  return {
    findProducts: async (call) => {
      const { q: text = '', filter, page = 1 } = call.query;
      const reader = findReader(call);
      const none = { products: [], count: 0 };
      const { products, count } =
        reader === null
          ? none
          : await findProducts(reader, { text, filter: readFilter(filter, reader.fields), page });
      return { products, count, page, pageSize: findProductsDefaults.pageSize };
    },
    getProduct: async (call) => {
      const reader = findReader(call);
      const { identifier } = call.params;
      const [row = null] = (await reader?.rows([identifier])) ?? [];
      const record = decodeRecord(requireFound('product', row).record);
      return { ...presentProduct(identifier, record), record };
    },
    getProductUse: async (call) => {
      const { website, params, requestId } = call;
      const dataset = findDataset(call);
      const reader = requireFound('product', engine.products(dataset.tracker));
      return readProductUse(needs, reader, { website, dataset, requestId }, params.identifier);
    },
    getProductPicture: async (call) => {
      const dataset = findDataset(call);
      const product = requireFound('product', await engine.product(dataset.tracker, call.params.identifier));
      const [image] = product.images;
      return requireFound(
        'picture',
        image === undefined ? null : await thumbnail(dataset, image, 'square', call.signal),
      );
    },
    getPicture: async (call) => {
      // The schema admits web addresses only: anything else would be read as the name of a file.
      const { address } = call.query;
      const dataset = findDataset(call);
      return requireFound(
        'picture',
        address === undefined ? null : await thumbnail(dataset, address, 'whole', call.signal),
      );
    },
    listLiveChanges: async (call) => {
      const { tracker } = findDataset(call);
      const liveChanges = await engine.changes(tracker, liveChangesDefaults.shown);
      const findDisplayText = async (identifier: string) =>
        (await engine.product(tracker, identifier))?.displayText ?? null;
      const changes = await Promise.all(
        liveChanges.map(async (each) =>
          presentChange(each, await findDisplayText(changedIdentifier(each.change))),
        ),
      );
      return { changes, pending: liveChanges.filter(({ merged }) => !merged).length };
    },
    listMissingPictures: async (call) => {
      const reader = findReader(call);
      if (reader === null) return [];
      const rows = await reader.rows((await reader.facts()).unpictured);
      const dataset = findDataset(call);
      const built = findImportOf(imports, dataset, reader.version);
      const findFault = built && (await readPictureFaults(imports, dataset, built));
      return rows.map(({ identifier, record }) => ({
        ...presentProduct(identifier, decodeRecord(record)),
        fault: findFault?.(identifier) ?? null,
      }));
    },
  };
};
