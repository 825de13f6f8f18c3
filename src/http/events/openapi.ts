import type { JsonObject } from '../schema/json.ts';

const header = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
const requestId = { 'X-Request-Id': header('The id of this request; a valid one of the caller is kept.') };
const retryAfter = { 'Retry-After': header('Seconds to wait before trying again.') };
const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const textSchema: JsonObject = { type: 'string' };

const response = (description: string, schema: JsonObject, headers: JsonObject = {}): JsonObject => ({
  description,
  headers: { ...requestId, ...headers },
  content: { 'application/json': { schema } },
});

const schema: JsonObject = {
  oneOf: [
    schemaReference('UbiItem'),
    { type: 'array', items: schemaReference('UbiItem'), maxItems: 1000 },
    schemaReference('EventBundle'),
  ],
};

/** `POST /events`: shopper events as they happen. */
export const eventsPath: JsonObject = {
  post: {
    operationId: 'events',
    tags: ['events'],
    summary: 'Send shopper events',
    description:
      'UBI queries and events: one, a list, a bundle, or one per line, with any content type (a beacon uses text/plain). Answered once they are on disk; suggestions learn from them in the background. Any key except one for feeds.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema }, 'text/plain': { schema: textSchema } },
    },
    responses: {
      202: response('Accepted.', schemaReference('EventReceipt')),
      400: response('Nothing was accepted, and why.', textSchema),
      401: response('No key, or no valid one.', schemaReference('GatewayError'), {
        'WWW-Authenticate': header('Names the header in which the key is expected.'),
      }),
      403: response('Out of quota.', schemaReference('GatewayError'), retryAfter),
      413: response('The body is too large.', textSchema),
      429: response('Over the rate limit.', schemaReference('GatewayError'), retryAfter),
      500: response('Server error: a text with the request id.', textSchema),
      503: response('Too busy, or events cannot be stored now.', textSchema, retryAfter),
    },
  },
};
