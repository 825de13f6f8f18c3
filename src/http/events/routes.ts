import type { FastifyInstance } from 'fastify';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import { parseEvents } from '../../learning/keywords/event-log/parse-events.ts';
import type { LoggedEvent } from '../../learning/keywords/event-log/record.ts';
import { createKeyedRoutes } from '../adapter/keyed-routes.ts';
import type { KeyedNeeds } from '../operation/edge.ts';
import { refuseOtherMethods } from '../adapter/other-methods.ts';
import { corsHeaders, preflightAnswer } from '../admission/cors.ts';
import { jsonAnswer } from '../call/answers.ts';
import { eventLimits, tooLargeText } from './openapi.ts';

export type EventRouteNeeds = KeyedNeeds & {
  /** Durable when the promise resolves. */
  readonly append: (website: Website, events: readonly LoggedEvent[]) => Promise<void>;
  /**
   * Called with all items once they are stored: clicks are counted for boxes. `boxIds` are the boxes that the key
   * may call, and so the only ones that its events may be counted for; empty: all.
   */
  readonly onAccepted?: (
    website: Website,
    items: readonly unknown[],
    boxIds: readonly number[],
  ) => Promise<void>;
};

const paths = ['/events', '/v1/events'];

/**
 * Shopper events as they happen: UBI queries and events from a shop's pages or servers. Answered once they are on
 * disk. Order of checks as at the edge: key, rate and quota, then the body.
 */
export const eventRoutes = (app: FastifyInstance, needs: EventRouteNeeds): void => {
  const { onRequest, handler, send, readBodies } = createKeyedRoutes(needs, 'events', corsHeaders);
  const handleEvents = handler(({ subscription, request }) =>
    acceptEvents(needs, subscription, String(request.body)),
  );

  void app.register(async (scope) => {
    // `navigator.sendBeacon` uses text/plain, which needs no preflight; the body is JSON nevertheless.
    readBodies(scope, tooLargeText);
    for (const path of paths) {
      scope.post(path, { onRequest, bodyLimit: eventLimits.bodyBytes }, handleEvents);
      scope.options(path, ({ headers }, reply) => send(reply, preflightAnswer({ headers }, 'POST, OPTIONS')));
      refuseOtherMethods(scope, path, ['POST', 'OPTIONS'], { headers: corsHeaders });
    }
  });
};

const acceptEvents = async (needs: EventRouteNeeds, { websiteId, boxIds }: Subscription, body: string) => {
  const website = needs.directory().website(websiteId);
  if (website === null) throw new Error(`The key belongs to website ${websiteId}, which does not exist.`);
  const items = readEventsBody(body);
  const { events, ignored, refused } = parseEvents(items, needs.now());
  if (events.length + ignored === 0)
    throw new Fault('bad-input', `Nothing was taken: ${refused[0]?.reason ?? 'nothing was sent'}.`, {
      nextStep: 'Allowed: UBI queries (client_id, user_query) and events (client_id, action_name, …).',
    });
  await needs.append(website, events);
  await needs.onAccepted?.(website, items, boxIds);
  return jsonAnswer(202, { accepted: events.length, ignored, refused });
};

/**
 * One UBI object, an array of them, `{ "queries": […], "events": […] }`, or one object per line, with any content
 * type: a beacon cannot always set it.
 */
export const readEventsBody = (text: string): unknown[] => {
  const items = listItems(parse(text));
  if (items.length > 0 && items.length <= eventLimits.items) return items;
  throw new Fault('bad-input', `The body holds ${items.length} events.`, {
    nextStep: `Allowed: 1 to ${eventLimits.items} in one call.`,
  });
};

const listItems = (body: unknown): unknown[] => {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [body];
  const { queries, events } = body as { queries?: unknown; events?: unknown };
  if (!Array.isArray(queries) && !Array.isArray(events)) return [body];
  // Searches first: an event may refer to its search by id only.
  return [queries, events].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
};

const parse = (text: string): unknown => {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.map(parseJson);
  if (lines.length > 1 && items.every((item) => item !== undefined)) return items;
  throw new Fault('bad-input', 'The body is no JSON.', {
    nextStep: 'Allowed: a UBI query or event, an array of them, or one of them on each line.',
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
