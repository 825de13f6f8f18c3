import type { JsonObject } from '../json.ts';

const header = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
const requestId = { 'X-Request-Id': header('The id of this request; a sane one of the caller is kept.') };
const retryAfter = { 'Retry-After': header('Seconds after which it is worth trying again.') };
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const spoken: JsonObject = { type: 'string' };

const response = (description: string, schema: JsonObject, headers: JsonObject = {}): JsonObject => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/json': { schema } },
});

const schema: JsonObject = {
  oneOf: [named('UbiItem'), { type: 'array', items: named('UbiItem'), maxItems: 1000 }, named('EventBundle')],
};

/** `POST /events`: what shoppers do, as it happens. */
export const eventsPath: JsonObject = {
  post: {
    operationId: 'events',
    summary: 'Tell what shoppers do',
    description:
      'UBI queries and events: one, a list, a bundle, or one on each line, whatever content type is said (a beacon says text/plain). Answered once they are on disk; learnt from with the next fold. Any key but one for feeds.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema }, 'text/plain': { schema: spoken } },
    },
    responses: {
      202: response('Taken.', named('EventReceipt')),
      400: response('Nothing could be taken, and why.', spoken),
      401: response('No key, or no valid one.', named('GatewayError'), {
        'WWW-Authenticate': header('Names the header in which the key is expected.'),
      }),
      403: response('Out of quota.', named('GatewayError'), retryAfter),
      413: response('The body is too large.', spoken),
      429: response('Over the rate limit.', named('GatewayError'), retryAfter),
      500: response('Server error: a text with the request id.', spoken),
    },
  },
};
