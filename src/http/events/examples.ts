import type { Json } from '../schema/json.ts';
import { eventLimits } from './read-body.ts';

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
export const eventExamples = {
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
