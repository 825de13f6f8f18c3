import { Type } from 'typebox';
import { eventLimits } from './read-body.ts';

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
