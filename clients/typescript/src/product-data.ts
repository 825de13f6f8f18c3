import type { components, operations } from './openapi-product-data.ts';
import { addQuery, type CallOptions, type ReceivedAnswer, type Send } from './sender.ts';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export type ProductData = Schemas['ProductData'];
export type ProductDataReport = Schemas['ProductDataReport'];
export type CurrentProduct = Schemas['CurrentProduct'];

/** Changes of products between two imports, with a key of kind `ingest`. A change is durable when it is answered. */
export type ProductDataCalls = {
  /** Changes the given fields of products that are live. The report says of each whether it was accepted, and why not. */
  readonly updateProducts: (
    products: readonly ProductData[],
    options?: QueryOf<'updateProducts'> & CallOptions,
  ) => Promise<ProductDataReport>;
  /** Adds products, or replaces them: fields that are left out are empty afterwards. */
  readonly addProducts: (
    products: readonly ProductData[],
    options?: QueryOf<'addProducts'> & CallOptions,
  ) => Promise<ProductDataReport>;
  readonly removeProduct: (
    identifier: string,
    options?: QueryOf<'removeProduct'> & CallOptions,
  ) => Promise<ProductDataReport>;
  /** A product as it is now, live changes included. */
  readonly currentProduct: (
    websiteTracker: string,
    identifier: string,
    options?: QueryOf<'currentProduct'> & CallOptions,
  ) => Promise<CurrentProduct>;
};

/** None was accepted: the report says why, where a list was read at all. */
const isReport = ({ status, text }: ReceivedAnswer): boolean => status === 400 && text.startsWith('{');

export const createProductDataCalls = (send: Send): ProductDataCalls => {
  const change =
    (path: string) =>
    async (products: readonly ProductData[], { signal, ...query }: ChangeOptions = {}) => {
      const { text } = await send({
        method: 'POST',
        path: addQuery(path, query),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ products }),
        isAnswer: isReport,
        ...(signal && { signal }),
      });
      return JSON.parse(text) as ProductDataReport;
    };
  const call = async (method: 'GET' | 'DELETE', names: readonly string[], options: ChangeOptions = {}) => {
    const { signal, ...query } = options;
    const path = addQuery(`/productData/product/${names.map(encodeURIComponent).join('/')}`, query);
    const { text } = await send({ method, path, ...(signal && { signal }) });
    return JSON.parse(text) as unknown;
  };
  return {
    updateProducts: change('/productData/products'),
    addProducts: change('/productData/products/add'),
    removeProduct: async (identifier, options) =>
      (await call('DELETE', [identifier], options)) as ProductDataReport,
    currentProduct: async (websiteTracker, identifier, options) =>
      (await call('GET', [websiteTracker, identifier], options)) as CurrentProduct,
  };
};

type ChangeOptions = QueryOf<'updateProducts'> & CallOptions;
