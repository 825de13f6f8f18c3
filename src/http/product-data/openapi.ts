import type { TSchema } from 'typebox';
import type { JsonObject } from '../schema/json.ts';
import { namedSchemas } from '../schema/named-schemas.ts';
import { describeContact, GatewayError, jsonResponse, keyedRefusals } from '../schema/openapi-responses.ts';
import { ChangeReport, CurrentProduct, ProductData, ProductDataList } from './schema.ts';

const { schemas, referTo } = namedSchemas([
  ProductData,
  ProductDataList,
  ChangeReport,
  CurrentProduct,
  GatewayError,
]);

const textSchema: JsonObject = { type: 'string' };

const refusals: JsonObject = {
  ...keyedRefusals,
  401: { ...keyedRefusals[401], description: 'No key for feeds, or no valid one.' },
  503: { ...keyedRefusals[503], description: 'Nothing is live yet, or the service is too busy.' },
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
const unknownFields: JsonObject = {
  ...parameter(
    'unknownFields',
    'query',
    'What happens to a field that the dataset does not know. `refuse`: the product is refused, and the nearest known names are told. `warn`: the product is accepted with a warning, and the field is in its record only.',
  ),
  schema: { type: 'string', enum: ['refuse', 'warn'], default: 'refuse' },
};
const identifier = parameter('identifier', 'path', 'Identifier of the product.');

const operationWithBody = (
  operationId: string,
  summary: string,
  description: string,
  schema: TSchema,
  responses: JsonObject,
): JsonObject => ({
  operationId,
  tags: ['products'],
  summary,
  description,
  parameters: [dataset, unknownFields],
  requestBody: { required: true, content: { 'application/json': { schema: referTo(schema) } } },
  responses: { ...responses, 413: jsonResponse('The body is too large.', textSchema), ...refusals },
});

const single: JsonObject = {
  200: jsonResponse('Accepted: durable, and visible from now on.', referTo(ChangeReport)),
  400: jsonResponse('What is invalid, and what is allowed.', textSchema),
};
const several: JsonObject = {
  200: jsonResponse('All were accepted.', referTo(ChangeReport)),
  207: jsonResponse(
    'Some were accepted; the report says for each of the others why not.',
    referTo(ChangeReport),
  ),
  400: jsonResponse('None was accepted: the report, or a text when the body is not a list.', {
    anyOf: [referTo(ChangeReport), textSchema],
  }),
};
const notSold = { 404: jsonResponse('There is no such product: which one, and the next step.', textSchema) };

/** A document of its own: shop pages need only the one with the two operations. */
export const productDataDocument = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Kindred: product data',
    version: '1',
    description:
      'Changes of single products between two imports, with a key of kind `ingest`. A change is durable when it is answered and visible within a second. Changes of a product are ordered by their timestamps, not by arrival. The next version includes them. `/v1/…` is an alias of each path.',
    contact: describeContact(null),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags: [{ name: 'products', description: 'Changes of single products.' }],
  security: [{ subscriptionKey: [] }],
  paths: {
    '/productData/product': {
      post: operationWithBody(
        'updateProduct',
        'Change a product',
        'Only the given fields change. The product must be in the live version.',
        ProductData,
        { ...single, ...notSold },
      ),
    },
    '/productData/products': {
      post: operationWithBody(
        'updateProducts',
        'Change several products',
        'Only the given fields of each product change. Each product is accepted or refused on its own.',
        ProductDataList,
        several,
      ),
    },
    '/productData/product/add': {
      post: operationWithBody(
        'addProduct',
        'Add or replace a product',
        'The whole product is given: fields that are left out are empty afterwards.',
        ProductData,
        single,
      ),
    },
    '/productData/products/add': {
      post: operationWithBody(
        'addProducts',
        'Add or replace several products',
        'Whole products are given. Each product is accepted or refused on its own.',
        ProductDataList,
        several,
      ),
    },
    '/productData/product/{identifier}': {
      delete: {
        operationId: 'removeProduct',
        tags: ['products'],
        summary: 'Remove a product',
        description: 'The product is in no answer from now on.',
        parameters: [identifier, dataset],
        responses: { ...single, ...notSold, ...refusals },
      },
    },
    '/productData/product/{websiteTracker}/{identifier}': {
      get: {
        operationId: 'currentProduct',
        tags: ['products'],
        summary: 'A product as it is now',
        description: 'The published product with all live changes since.',
        parameters: [parameter('websiteTracker', 'path', 'Tracker of the website.'), identifier, dataset],
        responses: {
          200: jsonResponse('The product, live changes included.', referTo(CurrentProduct)),
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
