import { Type } from 'typebox';
import * as answers from '../call/answers.ts';
import type { Answer } from '../call/call.ts';
import type { Json, JsonObject } from './json.ts';

export type NamedExamples = Readonly<Record<string, { readonly summary: string; readonly value: Json }>>;

/** Read from the bodies that the service sends, so that they cannot differ. */
const readBody = ({ body }: Answer): JsonObject | string =>
  JSON.parse(body.toString()) as JsonObject | string;

const example = (summary: string, answer: Answer) => ({ summary, value: readBody(answer) });

const exampleId = '0b7e4a5c-6f0d-4c1e-9a35-2f1f6f0c7d11';
const isBusy = 'Too many requests are being answered at this moment. Try again shortly.';
const isEmpty = 'No catalogue has been published for this box yet. Try again shortly.';

/** One or more bodies of each status that does not depend on the operation. */
const errorExamples = {
  401: {
    missingKey: example('No key was sent', answers.missingKey('')),
    invalidKey: example('The key is wrong, suspended or cancelled', answers.invalidKey('')),
  },
  403: { quota: example('The quota is used up', answers.overQuota(43_200)) },
  404: { path: example('The path is wrong', answers.notFound()) },
  405: { method: example('The method is wrong', answers.methodNotAllowed('GET')) },
  429: { rate: example('Too many calls in a short time', answers.overRate(8)) },
  500: { fault: example('An error of the service', answers.internalError(exampleId)) },
  503: {
    busy: example('The service is too busy', answers.unavailable(isBusy, 1)),
    empty: example('Nothing has been published yet', answers.unavailable(isEmpty, 1)),
  },
} satisfies Record<number, NamedExamples>;

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
/** Only for a subscription with a rate. */
const optionalHeader = (description: string): JsonObject => ({ ...header(description), required: false });
const rates = {
  'RateLimit-Policy': optionalHeader(
    'The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds.',
  ),
  RateLimit: optionalHeader(
    'What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds.',
  ),
};
const versioned = {
  ETag: header('Strong, of the bytes of the answer; `If-None-Match` works.'),
  'X-Kindred-Version': header('Version of the dataset that the answer was computed from.'),
  'Cache-Control': header(
    'As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed.',
  ),
  ...rates,
};

export const jsonResponse = (
  description: string,
  schema: JsonObject,
  headers: JsonObject = {},
  examples?: NamedExamples,
): JsonObject => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/json': { schema, ...(examples && { examples }) } },
});

export const operationResponses = (
  answer: string,
  examples: NamedExamples,
  badRequests: NamedExamples,
): JsonObject => ({
  200: jsonResponse('The answer.', { $ref: `#/components/schemas/${answer}` }, versioned, examples),
  304: {
    description: 'The answer is the one the caller has already.',
    headers: { ...requestId, ...versioned },
  },
  400: badRequest('Invalid parameters: the name, the problem, what is allowed.', badRequests),
  ...errorResponses,
});

const gatewayError = { $ref: '#/components/schemas/GatewayError' };
const text = { type: 'string' };

export const badRequest = (description: string, examples: NamedExamples): JsonObject =>
  jsonResponse(description, text, {}, examples);

/** What every operation with a key may answer, by status. */
const errorResponses = {
  401: jsonResponse(
    'No key, or no valid one.',
    gatewayError,
    { 'WWW-Authenticate': header('Names the header in which the key is expected.') },
    errorExamples[401],
  ),
  403: jsonResponse('Out of quota.', gatewayError, retryAfter, errorExamples[403]),
  404: jsonResponse('There is no such resource.', gatewayError, {}, errorExamples[404]),
  405: jsonResponse(
    'Only GET, HEAD and OPTIONS are served.',
    gatewayError,
    { Allow: header('Methods that are served.') },
    errorExamples[405],
  ),
  429: jsonResponse('Over the rate limit.', gatewayError, { ...retryAfter, ...rates }, errorExamples[429]),
  500: jsonResponse('Server error: a text with the request id.', text, {}, errorExamples[500]),
  503: jsonResponse('Not ready, or too busy.', text, retryAfter, errorExamples[503]),
} satisfies Record<number, JsonObject>;

const { 401: noKey, 403: overQuota, 429: overRate, 500: fault, 503: busy } = errorResponses;

/** What every call with a key and a body may answer. */
export const keyedRefusals = { 401: noKey, 403: overQuota, 429: overRate, 500: fault, 503: busy };

/** Whoever runs this service answers questions about it; `address` is its public URL, where it is known. */
export const describeContact = (address: string | null): JsonObject => ({
  name: 'The operator of this service',
  ...(address !== null && { url: `${address}/docs` }),
});
