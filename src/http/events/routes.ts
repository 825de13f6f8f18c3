import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import { parseEvents } from '../../keywords/event-log/parse-events.ts';
import type { LoggedEvent } from '../../keywords/event-log/record.ts';
import type { Limiter } from '../../limits/limiter.ts';
import * as answers from '../edge/answers.ts';
import { type Answer, type Call, urlQuery } from '../edge/call.ts';
import { corsHeaders } from '../edge/cors.ts';
import { faultAnswer } from '../edge/edge.ts';
import { isAllowedOrigin, readKey, buildRealm } from '../edge/key.ts';
import { parseQuery } from '../edge/query.ts';
import { requestIdHeader } from '../edge/request-id.ts';
import { eventLimits, readEventsBody } from './read-body.ts';

export type EventRouteNeeds = {
  readonly directory: () => Directory;
  readonly limiter: Pick<Limiter, 'admit'>;
  readonly now: () => number;
  readonly publicUrl: string | null;
  readonly toCall: (request: FastifyRequest, reply: FastifyReply) => Call;
  readonly onFailure: (error: unknown, requestId: string) => void;
  /** Durable when the promise resolves. */
  readonly append: (website: Website, events: readonly LoggedEvent[]) => Promise<void>;
  /** Called with all items once they are stored: clicks are counted for boxes. */
  readonly onAccepted?: (website: Website, items: readonly unknown[]) => void;
};

const paths = ['/events', '/v1/events'];

/**
 * Shopper events as they happen: UBI queries and events from a shop's pages or servers. Answered once they are on
 * disk. Order of checks as at the edge: key, rate and quota, then the body.
 */
export const eventRoutes = (app: FastifyInstance, needs: EventRouteNeeds): void => {
  const subscriptions = new WeakMap<FastifyRequest, Subscription>();

  /** Runs before the body is read, so that a call without a key sends nothing. */
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const entry = admitCall(needs, needs.toCall(request, reply));
    if ('status' in entry) return send(reply, entry, request.id);
    subscriptions.set(request, entry);
    return undefined;
  };

  const handleEvents = async (request: FastifyRequest, reply: FastifyReply) => {
    const subscription = subscriptions.get(request);
    if (!subscription) throw new Error('A request reached the handler without being admitted.');
    try {
      return await send(reply, await acceptEvents(needs, subscription, String(request.body)), request.id);
    } catch (error) {
      if (!(error instanceof Fault)) needs.onFailure(error, request.id);
      return send(reply, faultAnswer(error, request.id), request.id);
    }
  };

  void app.register(async (scope) => {
    // `navigator.sendBeacon` uses text/plain, which needs no preflight; the body is JSON nevertheless.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => {
      if (!isTooLarge(error)) throw error;
      return send(reply, tooLarge, request.id);
    });
    for (const path of paths) {
      scope.post(path, { onRequest: admit, bodyLimit: eventLimits.bodyBytes }, handleEvents);
      scope.options(path, (request, reply) => send(reply, preflight, request.id));
    }
  });
};

const acceptEvents = async (
  needs: EventRouteNeeds,
  { websiteId }: Subscription,
  body: string,
): Promise<Answer> => {
  const website = needs.directory().website(websiteId);
  if (website === null) throw new Error(`The key belongs to website ${websiteId}, which does not exist.`);
  const items = readEventsBody(body);
  const { events, ignored, refused } = parseEvents(items, needs.now());
  if (events.length + ignored === 0) {
    throw new Fault('bad-input', `Nothing was taken: ${refused[0]?.reason ?? 'nothing was sent'}.`, {
      nextStep: 'Allowed: UBI queries (client_id, user_query) and events (client_id, action_name, …).',
    });
  }
  await needs.append(website, events);
  needs.onAccepted?.(website, items);
  return {
    status: 202,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify({ accepted: events.length, ignored, refused })),
  };
};

/** Keys of kind `ingest` are refused: they are for feeds. */
const admitCall = (needs: EventRouteNeeds, call: Call): Answer | Subscription => {
  const key = readKey(call, parseQuery(urlQuery(call.url)));
  if (key === null) return answers.missingKey(buildRealm(call, needs.publicUrl));
  const subscription = needs.directory().subscriptionByKey(key);
  const isGood = subscription?.state === 'active' && subscription.kind !== 'ingest';
  if (!isGood || !isAllowedOrigin(subscription, call.headers.origin)) {
    return answers.invalidKey(buildRealm(call, needs.publicUrl));
  }
  const admission = needs.limiter.admit(subscription, needs.now(), call.address);
  if (admission.ok) return subscription;
  const { kind, retryAfterSeconds } = admission;
  return kind === 'rate' ? answers.overRate(retryAfterSeconds) : answers.overQuota(retryAfterSeconds);
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

const tooLarge = answers.textAnswer(
  413,
  `The body is larger than ${eventLimits.bodyBytes} bytes. Send at most ${eventLimits.items} events in one call, and the rest in others.`,
);

const preflight: Answer = {
  status: 204,
  headers: {
    allow: 'POST, OPTIONS',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'Ocp-Apim-Subscription-Key, X-Request-Id, Content-Type',
    'access-control-max-age': '86400',
  },
  body: Buffer.alloc(0),
};

const send = (reply: FastifyReply, { status, headers, body }: Answer, requestId: string): FastifyReply => {
  return reply
    .code(status)
    .headers({
      ...corsHeaders,
      ...headers,
      'x-content-type-options': 'nosniff',
      [requestIdHeader]: requestId,
    })
    .send(body);
};
