import type { TObject, TSchema } from 'typebox';
import type { Json, JsonObject } from '../schema/json.ts';
import { namedSchemas, plainSchema } from '../schema/named-schemas.ts';
import { answerExamples, badRequestExamples } from '../schema/answer-examples.ts';
import {
  describeContact,
  GatewayError,
  operationDescriptions,
  operationResponses,
} from '../schema/openapi-responses.ts';
import { EventBundle, EventReceipt, eventsPath, UbiItem } from '../events/openapi.ts';
import { describePhotoSearch } from '../photo-search/openapi.ts';
import { imageSearchParameters, photoSearchParameters } from '../image-search/parameters.ts';
import { ImageSearchResult } from '../image-search/schema.ts';
import { relatedKeywordsParameters, SuggestionList } from '../related-keywords/schema.ts';

/** Made from the same schemas that requests are validated with and answers are typed by. */
export const openApiDocument = (publicUrl: string | null = null): JsonObject => {
  const { schemas } = namedSchemas([
    SuggestionList,
    ImageSearchResult,
    UbiItem,
    EventBundle,
    EventReceipt,
    GatewayError,
  ]);
  const address = publicUrl?.replace(/\/+$/, '') ?? null;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kindred',
      version: '1',
      summary: 'Related keywords and look-alike products.',
      description:
        'Two read-only operations, and shopper events that the suggestions learn from. The paths are version 1 and stay; `/v1/…` is an alias of each. Every nullable field is present, and null when empty. Optional blocks are left out when no campaign fills them.',
      contact: describeContact(address),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: address ?? '/', description: 'This service.' }],
    tags: [
      { name: 'operations', description: 'Related keywords and look-alike products.' },
      { name: 'events', description: 'What shoppers did, which suggestions are learnt from.' },
    ],
    security: [{ subscriptionKey: [] }, { subscriptionKeyInQuery: [] }],
    paths: {
      '/relatedsearches/keywords': operation('relatedKeywords', relatedKeywordsParameters, 'SuggestionList'),
      '/search/imagesearch': {
        ...operation('imageSearch', imageSearchParameters, 'ImageSearchResult', [shopper]),
        post: describePhotoSearch(describeParameters(photoSearchParameters, [shopper])),
      },
      '/events': eventsPath,
    },
    components: {
      schemas: writeMaps(schemas) as JsonObject,
      securitySchemes: {
        subscriptionKey: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' },
        subscriptionKeyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'subscription-key',
          description: 'Read only when the header is absent.',
        },
      },
    },
  };
};

/** A map is written as `additionalProperties`: generators of clients do not read `patternProperties`. */
const writeMaps = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(writeMaps);
  if (typeof value !== 'object' || value === null) return value;
  const { patternProperties, ...rest } = value;
  const others = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, writeMaps(each)]));
  const [values] = Object.values((patternProperties ?? {}) as JsonObject);
  return values === undefined ? others : { ...others, additionalProperties: writeMaps(values) };
};

/** Read by src/http/admission/shopper.ts. */
const shopper: JsonObject = {
  name: 'X-Kindred-Shopper',
  in: 'header',
  required: false,
  description:
    'The shopper, usually by the `client_id` of the events. Decides whether a campaign for a share of the traffic is shown, always in the same way for the same shopper; left out: by chance. Neither stored nor logged. More than 200 characters count as none.',
  schema: { type: 'string' },
};

const operation = (
  name: keyof typeof operationDescriptions,
  parameters: TObject,
  answer: string,
  headers: readonly JsonObject[] = [],
): JsonObject => {
  const { summary, description } = operationDescriptions[name];
  return {
    get: {
      operationId: name,
      tags: ['operations'],
      summary,
      description,
      parameters: describeParameters(parameters, headers),
      responses: operationResponses(answer, answerExamples[name], badRequestExamples[name]),
    },
  };
};

const describeParameters = (parameters: TObject, headers: readonly JsonObject[]): JsonObject[] => [
  ...Object.entries<TSchema>(parameters.properties).map(([parameter, schema]) =>
    describeParameter(parameter, plainSchema(schema), isRequired(parameters, parameter)),
  ),
  ...headers,
];

const describeParameter = (name: string, { description = '', ...schema }: JsonObject, required: boolean) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const isRequired = (schema: TObject, name: string): boolean =>
  ((schema as { required?: readonly string[] }).required ?? []).includes(name);
