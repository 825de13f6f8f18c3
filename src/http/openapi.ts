import type { TObject, TSchema } from 'typebox';
import type { Json, JsonObject } from './json.ts';
import { GatewayError, operationDescriptions, responsesOf } from './openapi-responses.ts';
import { imageSearchParameters } from './image-search/parameters.ts';
import { ImageSearchResult } from './image-search/schema.ts';
import { relatedKeywordsParameters, SuggestionList } from './related-keywords/schema.ts';

/** The document is made from the schemas that requests are read by and answers are typed by; nothing is said twice. */
export const openApiDocument = (): JsonObject => {
  const components = namedSchemas([SuggestionList, ImageSearchResult, GatewayError]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kindred',
      version: '1',
      summary: 'Related keywords and look-alike products.',
      description:
        'Two read-only operations. The paths are version 1 and stay; `/v1/…` is an alias of each. Every nullable field is present, and null when empty. Optional blocks are left out when no campaign fills them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ subscriptionKey: [] }, { subscriptionKeyInQuery: [] }],
    paths: {
      '/relatedsearches/keywords': operation('relatedKeywords', relatedKeywordsParameters, 'SuggestionList'),
      '/search/imagesearch': operation('imageSearch', imageSearchParameters, 'ImageSearchResult'),
    },
    components: {
      schemas: components,
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

function operation(
  name: keyof typeof operationDescriptions,
  parameters: TObject,
  answer: string,
): JsonObject {
  const { summary, description } = operationDescriptions[name];
  return {
    get: {
      operationId: name,
      summary,
      description,
      parameters: Object.entries<TSchema>(parameters.properties).map(([parameter, schema]) =>
        parameterOf(parameter, plain(schema), isRequired(parameters, parameter)),
      ),
      responses: responsesOf(answer),
    },
  };
}

function parameterOf(
  name: string,
  { description = '', ...schema }: JsonObject,
  required: boolean,
): JsonObject {
  return { name, in: 'query', required, description, schema };
}

function isRequired(schema: TObject, name: string): boolean {
  return ((schema as { required?: readonly string[] }).required ?? []).includes(name);
}

/** Every schema with a title, by title; inside each other they are references. */
function namedSchemas(roots: readonly TSchema[]): JsonObject {
  const named: JsonObject = {};
  const visit = (value: Json, isTop: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false));
    if (value === null || typeof value !== 'object') return value;
    const { title, ...rest } = value;
    if (typeof title === 'string' && !isTop) {
      named[title] ??= visit(value, true);
      return { $ref: `#/components/schemas/${title}` };
    }
    return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, visit(item, false)]));
  };
  for (const root of roots) visit(plain(root), false);
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function plain(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}
