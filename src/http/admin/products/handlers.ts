import { decodeRecord } from '../../../domain/product-record.ts';
import { changedIdentifier } from '../../../engine/semantics/changes.ts';
import type { HandlersOf } from '../core/handler.ts';
import { type DatasetCall, findDataset, requireFound } from '../core/item-checks.ts';
import { findImportOf, readPictureFaults } from '../imports/presenter.ts';
import { findProducts, findProductsDefaults, readFilter } from './find-products.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentChange, readProductUse } from './product-use.ts';
import { presentProduct } from './presenter.ts';
import type { productRoutes } from './routes.ts';

const liveChangesDefaults = { shown: 200 } as const;

export const productHandlers = (needs: HandlerNeeds): HandlersOf<typeof productRoutes> => {
  const { store, engine, imports, thumbnail } = needs;
  const findReader = (call: DatasetCall) => engine.products(findDataset(store, call).tracker);

  return {
    findProducts: async (call) => {
      const { q: text = '', filter, page = 1 } = call.query;
      const reader = findReader(call);
      const { pageSize } = findProductsDefaults;
      if (reader === null) return { products: [], count: 0, page, pageSize };
      const wanted = { text, filter: readFilter(filter, reader.fields), page };
      const { products, count } = await findProducts(reader, wanted);
      const families = await reader.families(products.map(({ identifier }) => identifier));
      const listed = products.map((product, at) => ({ ...product, variants: families[at]?.length ?? 1 }));
      return { products: listed, count, page, pageSize };
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
      const dataset = findDataset(store, call);
      const reader = requireFound('product', engine.products(dataset.tracker));
      return readProductUse(needs, reader, { website, dataset, requestId }, params.identifier);
    },
    getProductPicture: async (call) => {
      const dataset = findDataset(store, call);
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
      const dataset = findDataset(store, call);
      return requireFound(
        'picture',
        address === undefined ? null : await thumbnail(dataset, address, 'whole', call.signal),
      );
    },
    listLiveChanges: async (call) => {
      const { tracker } = findDataset(store, call);
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
      const dataset = findDataset(store, call);
      const built = findImportOf(imports, dataset, reader.version);
      const findFault = built && (await readPictureFaults(imports, dataset, built));
      return rows.map(({ identifier, record }) => ({
        ...presentProduct(identifier, decodeRecord(record)),
        fault: findFault?.(identifier) ?? null,
      }));
    },
  };
};
