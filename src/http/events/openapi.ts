import type { JsonObject } from '../schema/json.ts';
import { badRequest, errorResponses, jsonResponse } from '../schema/openapi-responses.ts';
import { eventExamples } from './examples.ts';

const schemaReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const textSchema: JsonObject = { type: 'string' };

const schema: JsonObject = {
  // A bundle is also an item with unknown fields, so several of these may hold.
  anyOf: [
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
      content: {
        'application/json': { schema, examples: eventExamples.body },
        'text/plain': { schema: textSchema, examples: eventExamples.lines },
      },
    },
    responses: {
      202: jsonResponse('Accepted.', schemaReference('EventReceipt'), {}, eventExamples.receipt),
      400: badRequest('Nothing was accepted, and why.', eventExamples.badRequest),
      401: errorResponses[401],
      403: errorResponses[403],
      413: jsonResponse('The body is too large.', textSchema, {}, eventExamples.tooLarge),
      429: errorResponses[429],
      500: errorResponses[500],
      503: errorResponses[503],
    },
  },
};
