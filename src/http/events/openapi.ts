import { Type } from 'typebox';
import type { Json, JsonObject } from '../schema/json.ts';
import { badRequest, jsonResponse, keyedRefusals } from '../schema/openapi-responses.ts';

export const eventLimits = { bodyBytes: 1024 * 1024, items: 1000 } as const;

const Identity = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

/** One query or event of the UBI (User Behavior Insights) schema; only the fields that are read. */
export const UbiItem = Type.Object(
  {
    client_id: Identity('The shopper: the same text for the same shopper. Stored as a pseudonym.'),
    session_id: Identity('Used when there is no client_id.'),
    timestamp: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Number()], {
        description: 'When: ISO 8601, or Unix time in seconds or milliseconds. Left out: now.',
      }),
    ),
    user_query: Identity('What was searched for.'),
    query_id: Identity('Id of a search; an event may refer to its search by it.'),
    event_id: Identity('An event that is sent twice with the same id is stored once.'),
    action_name: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Left out or `search`: a search. `click`, `item_click`, `product_click`, `add_to_cart`, `purchase`: an action on a product. `suggestion_click`: a suggestion was followed. Others are ignored.',
      }),
    ),
    event_attributes: Type.Optional(
      Type.Object({
        object: Type.Optional(
          Type.Object({
            object_id: Type.Optional(
              Type.String({
                maxLength: 200,
                description: 'Identifier of the product, or `text` of the suggestion.',
              }),
            ),
            object_id_field: Type.Optional(
              Type.String({ maxLength: 200, description: '`suggestion` makes a click one on a suggestion.' }),
            ),
          }),
        ),
      }),
    ),
  },
  { title: 'UbiItem', additionalProperties: true },
);

export const EventBundle = Type.Object(
  {
    queries: Type.Optional(Type.Array(UbiItem, { maxItems: eventLimits.items })),
    events: Type.Optional(Type.Array(UbiItem, { maxItems: eventLimits.items })),
  },
  { title: 'EventBundle', description: `Up to ${eventLimits.items} items in all.` },
);

export const EventReceipt = Type.Object(
  {
    accepted: Type.Integer({ description: 'Events that were stored: on disk when this is answered.' }),
    ignored: Type.Integer({
      description: 'Events without use here, or with personal data (an e-mail address).',
    }),
    refused: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Index of the item in the request, from 0.' }),
        reason: Type.String(),
      }),
    ),
  },
  { title: 'EventReceipt' },
);

const search: Json = {
  client_id: 'c-4711',
  query_id: 'q-1',
  user_query: 'running shoes',
  timestamp: '2026-11-15T12:00:00Z',
};
const click: Json = {
  client_id: 'c-4711',
  query_id: 'q-1',
  action_name: 'click',
  timestamp: '2026-11-15T12:00:04Z',
  event_attributes: { object: { object_id: 'TR-105' } },
};

export const tooLargeText = `The body is larger than ${eventLimits.bodyBytes} bytes. Send at most ${eventLimits.items} events in one call, and the rest in others.`;

/** For the OpenAPI document: bodies, the receipt and refusals. */
const eventExamples = {
  body: {
    event: { summary: 'One event', value: click },
    bundle: {
      summary: 'A search and the click that followed',
      value: { queries: [search], events: [click] },
    },
  },
  lines: {
    lines: {
      summary: 'One per line, as a beacon sends them',
      value: [search, click].map((item) => JSON.stringify(item)).join('\n'),
    },
  },
  receipt: {
    accepted: { summary: 'Both were accepted', value: { accepted: 2, ignored: 0, refused: [] } },
  },
  badRequest: {
    json: {
      summary: 'The body is no JSON',
      value:
        'The body is no JSON. Allowed: a UBI query or event, an array of them, or one of them on each line.',
    },
  },
  tooLarge: { tooLarge: { summary: 'More than a megabyte', value: tooLargeText } },
};

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
      413: jsonResponse('The body is too large.', textSchema, {}, eventExamples.tooLarge),
      ...keyedRefusals,
    },
  },
};
