import type { Website } from '../../../domain/website.ts';
import type { EngineReader, ProductReader } from '../../../engine/engine.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { found } from '../core/own-things.ts';
import type { CatalogueFacts } from './catalogue-facts.ts';
import { findProducts, findProductsDefaults } from './find-products.ts';
import { presentProduct, readRecord } from './presenter.ts';
import type { productRoutes } from './routes.ts';

type Needs = {
  readonly store: Pick<Store, 'datasets'>;
  readonly engine: Pick<EngineReader, 'products'>;
  readonly catalogueFacts: (dataset: string) => Promise<CatalogueFacts | null>;
};
type Asked = { readonly website: Website; readonly params: { readonly dataset: string } };

export const productHandlers = ({
  store,
  engine,
  catalogueFacts,
}: Needs): HandlersOf<typeof productRoutes> => {
  const datasetOf = ({ website, params }: Asked) =>
    found('dataset', store.datasets.byName(website.id, params.dataset));
  const readerOf = (asked: Asked): ProductReader | null => engine.products(datasetOf(asked).tracker);

  /** Also of products that cannot be bought now, which `records` leaves out. */
  const rowOf = (reader: ProductReader | null, identifier: string) => {
    for (const row of reader?.scan() ?? []) if (row.identifier === identifier) return row;
    return null;
  };

  return {
    findProducts: async (asked) => {
      const { q = '', page = 1 } = asked.query;
      const reader = readerOf(asked);
      const none = { products: [], count: 0 };
      const { products, count } = reader === null ? none : await findProducts(reader, q, page);
      return { products, count, page, pageSize: findProductsDefaults.pageSize };
    },
    getProduct: async (asked) => {
      const reader = readerOf(asked);
      const { identifier } = asked.params;
      const [known] = (await reader?.records([identifier])) ?? [];
      const record = readRecord(found('product', known ?? rowOf(reader, identifier)).record);
      return { ...presentProduct(identifier, record), record };
    },
    listMissingPictures: async (asked) => {
      const facts = await catalogueFacts(datasetOf(asked).tracker);
      const reader = readerOf(asked);
      const wanted = new Set(facts?.unpictured ?? []);
      const rows = [...(reader?.scan() ?? [])].filter(({ identifier }) => wanted.has(identifier));
      const reason = 'No usable picture was found when this version was published.';
      return rows.map(({ identifier, record }) => ({
        ...presentProduct(identifier, readRecord(record)),
        reason,
      }));
    },
  };
};
