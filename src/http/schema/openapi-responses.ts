import { Type } from 'typebox';
import type { JsonObject } from './json.ts';

export const GatewayError = Type.Object(
  { statusCode: Type.Integer(), message: Type.String() },
  { title: 'GatewayError' },
);

export const operationDescriptions = {
  relatedKeywords: {
    summary: 'Retrieve related keyword suggestions',
    description: 'For a related box and a keyword text, the related keywords or products.',
  },
  imageSearch: {
    summary: 'Retrieve image search results',
    description:
      'For a search box and a product, the products that look like it, with facets, the strategy that answered, and campaigns. An identifier that the catalogue does not contain is answered with 200 and `resultNotFound`.',
  },
} as const;

const header = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
const requestId = { 'X-Request-Id': header('The id of this request; a valid one of the caller is kept.') };
const retryAfter = { 'Retry-After': header('Seconds to wait before trying again.') };
const versioned = {
  ETag: header('Strong, of the bytes of the answer; `If-None-Match` works.'),
  'X-Kindred-Version': header('Version of the dataset that the answer was computed from.'),
  'Cache-Control': header('As set for the box.'),
};

export const operationResponses = (answer: string, example: JsonObject): JsonObject => ({
  200: response('The answer.', { $ref: `#/components/schemas/${answer}` }, versioned, { example }),
  304: {
    description: 'The answer is the one the caller has already.',
    headers: { ...requestId, ...versioned },
  },
  400: response('Invalid parameters: the name, the problem, what is allowed.', { type: 'string' }),
  401: gateway('No key, or no valid one.', {
    'WWW-Authenticate': header('Names the header in which the key is expected.'),
  }),
  403: gateway('Out of quota.', retryAfter),
  404: gateway('There is no such resource.'),
  405: gateway('Only GET, HEAD and OPTIONS are served.', { Allow: header('Methods that are served.') }),
  429: gateway('Over the rate limit.', retryAfter),
  500: response('Server error: a text with the request id.', { type: 'string' }),
  503: response('Not ready, or too busy.', { type: 'string' }, retryAfter),
});

const gateway = (description: string, headers: JsonObject = {}): JsonObject => {
  return response(description, { $ref: '#/components/schemas/GatewayError' }, headers);
};

const response = (
  description: string,
  schema: JsonObject,
  headers: JsonObject = {},
  media: JsonObject = {},
): JsonObject => {
  const content = { 'application/json': { schema, ...media } };
  return { description, headers: { ...requestId, ...headers }, content };
};
