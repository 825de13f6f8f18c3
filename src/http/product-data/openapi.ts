import type { TSchema } from 'typebox';
import type { JsonObject } from '../schema/json.ts';
import { namedSchemas } from '../schema/named-schemas.ts';
import { GatewayError } from '../schema/openapi-responses.ts';
import { ChangeReport, CurrentProduct, ProductData, ProductDataList } from './schema.ts';

const { schemas, referTo } = namedSchemas([
  ProductData,
  ProductDataList,
  ChangeReport,
  CurrentProduct,
  GatewayError,
]);

const textSchema: JsonObject = { type: 'string' };

const response = (description: string, schema: JsonObject): JsonObject => ({
  description,
  headers: { 'X-Request-Id': { description: 'The id of this request.', schema: { type: 'string' } } },
  content: { 'application/json': { schema } },
});

const refusals: JsonObject = {
  401: response('No key for feeds, or no valid one.', referTo(GatewayError)),
  403: response('Out of quota.', referTo(GatewayError)),
  429: response('Over the rate limit.', referTo(GatewayError)),
  500: response('Server error: a text with the request id.', textSchema),
  503: response('Nothing is live yet, or the service is too busy.', textSchema),
};

const parameter = (name: string, where: 'path' | 'query', description: string): JsonObject => ({
  name,
  in: where,
  required: where === 'path',
  description,
  schema: { type: 'string' },
});

const dataset = parameter(
  'dataset',
  'query',
  'Name or tracker of the product dataset; needed when the website has several.',
);
const identifier = parameter('identifier', 'path', 'Identifier of the product.');

const operationWithBody = (
  operationId: string,
  summary: string,
  schema: TSchema,
  responses: JsonObject,
): JsonObject => ({
  operationId,
  summary,
  parameters: [dataset],
  requestBody: { required: true, content: { 'application/json': { schema: referTo(schema) } } },
  responses: { ...responses, 413: response('The body is too large.', textSchema), ...refusals },
});

const single: JsonObject = {
  200: response('Accepted: durable, and visible from now on.', referTo(ChangeReport)),
  400: response('What is invalid, and what is allowed.', textSchema),
};
const several: JsonObject = {
  200: response('All were accepted.', referTo(ChangeReport)),
  207: response('Some were accepted; the report says for each of the others why not.', referTo(ChangeReport)),
  400: response('None was accepted: the report, or a text when the body is not a list.', {
    anyOf: [referTo(ChangeReport), textSchema],
  }),
};
const notSold = {
  404: response('There is no such product.', { anyOf: [textSchema, referTo(GatewayError)] }),
};

/** A document of its own: shop pages need only the one with the two operations. */
export const productDataDocument = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Kindred: product data',
    version: '1',
    description:
      'Changes of single products between two imports, with a key of kind `ingest`. A change is durable when it is answered and visible within a second. Changes of a product are ordered by their timestamps, not by arrival. The next version includes them. `/v1/…` is an alias of each path.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{ subscriptionKey: [] }],
  paths: {
    '/productData/product': {
      post: operationWithBody('updateProduct', 'Change a product', ProductData, { ...single, ...notSold }),
    },
    '/productData/products': {
      post: operationWithBody('updateProducts', 'Change several products', ProductDataList, several),
    },
    '/productData/product/add': {
      post: operationWithBody('addProduct', 'Add or replace a product', ProductData, single),
    },
    '/productData/products/add': {
      post: operationWithBody('addProducts', 'Add or replace several products', ProductDataList, several),
    },
    '/productData/product/{identifier}': {
      delete: {
        operationId: 'removeProduct',
        summary: 'Remove a product',
        parameters: [identifier, dataset],
        responses: { ...single, ...notSold, ...refusals },
      },
    },
    '/productData/product/{websiteTracker}/{identifier}': {
      get: {
        operationId: 'currentProduct',
        summary: 'A product as it is now',
        parameters: [parameter('websiteTracker', 'path', 'Tracker of the website.'), identifier, dataset],
        responses: {
          200: response('The product, live changes included.', referTo(CurrentProduct)),
          ...notSold,
          ...refusals,
        },
      },
    },
  },
  components: {
    schemas,
    securitySchemes: {
      subscriptionKey: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' },
    },
  },
});
