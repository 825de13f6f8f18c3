import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import type { AnalyticsCounter } from '../analytics/analytics.ts';
import type { Directory } from '../domain/directory.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ImageSearch } from '../operations/image-search.ts';
import type { RelatedKeywords } from '../operations/related-keywords.ts';
import type { ConnectionCounts } from './adapter/connection-counts.ts';
import { createConnectionGuard } from './adapter/connection-guard.ts';
import { type ConnectionLimits, connectionDefaults } from './adapter/connection-limits.ts';
import { createServeDirectly } from './adapter/direct-connection.ts';
import { createServeOperations } from './adapter/serve-operations.ts';
import { createTrust } from './adapter/networks.ts';
import { type AnswerCacheNeeds, createAnswerCache } from './answer-cache/answer-cache.ts';
import {
  concurrencyDefaults,
  type ConcurrencyLimits,
  createConcurrencyLimiter,
} from './admission/concurrency-limiter.ts';
import { type CompletedCall, createEdge, edgeDefaults, type KeyedNeeds } from './operation/edge.ts';
import { operationPaths } from './operation/operation.ts';
import { createTurns } from './admission/turns.ts';
import { imageSearchOperation } from './image-search/route.ts';
import { countCall, createCallLog, createRefusalLog, type RefusalReason } from './monitoring/log.ts';
import { type EventLoopWatch, watchEventLoop } from './monitoring/event-loop-watch.ts';
import { createMetrics, type LiveVersion, type Metrics } from './monitoring/metrics.ts';
import { fixedAnswers } from './monitoring/routes.ts';
import type { NodeState } from './monitoring/node-metrics.ts';
import type { ThreadMetrics } from './monitoring/thread-metrics.ts';
import type { PhotoSearchNeeds } from './photo-search/routes.ts';
import { relatedKeywordsOperation } from './related-keywords/route.ts';

/** What the two operations need, in each thread that serves them. */
export type ServingNeeds = {
  /** The current configuration; read once for each call. */
  readonly directory: () => Directory;
  readonly imageSearch: ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  /** Embeds photos; left out: a search for a photo is not served. */
  readonly photoSearch?: PhotoSearchNeeds;
  readonly limiter: Pick<Limiter, 'admit' | 'rates' | 'prepare'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Base URL under which shops reach the service; null: taken from the request's Host header. */
  readonly publicUrl: string | null;
  /** Proxies whose X-Forwarded-For header is trusted; by default none. */
  readonly trustedProxies?: readonly string[];
  readonly liveVersions: () => readonly LiveVersion[];
  /** Files and versions that were found damaged; left out: none. */
  readonly countDamage?: () => number;
  readonly nodeState?: () => NodeState;
  readonly inFlight?: Partial<ConcurrencyLimits>;
  /** An answer of an operation that takes longer is a 503. */
  readonly answerWithinMs?: number;
  readonly connections?: Partial<ConnectionLimits>;
  /** Counts the connections of all threads; left out: there is one thread. */
  readonly connectionCounts?: ConnectionCounts;
  /** What other threads counted; left out: there are none. */
  readonly threads?: ThreadMetrics;
  /** False in a thread beside the main one. */
  readonly measuresProcess?: boolean;
  /** Keeps finished answers; left out: each one is made again. */
  readonly answerCache?: Omit<AnswerCacheNeeds, 'now'>;
  /** Counts how boxes are used, for the analytics of the portal. */
  readonly analytics?: AnalyticsCounter;
};

/** The two operations from the socket to the answer, with limits, log and metrics. */
export const createServing = (needs: ServingNeeds) => {
  const { logger, directory, limiter, now, publicUrl, trustedProxies = [] } = needs;
  const logRefusal = createRefusalLog(logger);
  const logCall = createCallLog(logger);
  const onRefused = (reason: RefusalReason): void => {
    metrics.countRefusal(reason);
    logRefusal(reason);
  };
  const inFlight = createConcurrencyLimiter(
    { ...concurrencyDefaults, ...needs.inFlight },
    { onExpired: () => onRefused('slot-expired') },
  );
  const turns = createTurns();
  const guard = createConnectionGuard({
    limits: { ...connectionDefaults, ...needs.connections },
    onRefused,
    trustedProxies,
    ...(needs.connectionCounts && { counts: needs.connectionCounts }),
  });
  const cache = needs.answerCache ? createAnswerCache({ ...needs.answerCache, now }) : null;
  const metrics = createMetrics({
    ...needs,
    inFlight: {
      get running() {
        return inFlight.running;
      },
      get waiting() {
        return inFlight.waiting + turns.waiting;
      },
    },
    answerCache: () => cache?.statistics ?? null,
    connections: guard,
  });
  const operations = [
    imageSearchOperation(needs.imageSearch, needs.photoSearch && 'POST'),
    relatedKeywordsOperation(needs.relatedKeywords),
  ];
  const paths = operations.flatMap(operationPaths);
  const recordCall = (completed: CompletedCall): void => {
    metrics.count(completed);
    logCall(completed);
  };
  /** What routes with a key share with the operations. */
  const keyed: KeyedNeeds = {
    directory,
    limiter,
    turns,
    inFlight,
    now,
    publicUrl,
    onRefused,
    onCompleted: recordCall,
  };
  const edge = createEdge({
    ...keyed,
    operations,
    answerWithinMs: needs.answerWithinMs ?? edgeDefaults.answerWithinMs,
    cache,
    onCompleted: (completed) => {
      recordCall(completed);
      countCall(needs.analytics, completed);
    },
  });
  const watch = watchStalls(metrics.countStall, logger);
  const operationsNeeds = {
    edge,
    paths,
    fixedAnswers,
    isTrustedProxy: createTrust(trustedProxies),
    extraHeaders: strictTransportHeaders(publicUrl),
    onBegin: watch.begin,
  };
  /** Answers the operations; every other request is answered by `others`. */
  const createServer = (others: RequestListener): Server =>
    guard.createServer(createServeOperations(operationsNeeds)(others), createServeDirectly(operationsNeeds));
  return { edge, guard, createServer, metrics, watch, keyed, paths };
};

export type Serving = ReturnType<typeof createServing>;

/** One year; sent only where `publicUrl` says that the service is reached by HTTPS. */
const strictTransport = 'max-age=31536000';

export const strictTransportHeaders = (publicUrl: string | null): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { 'strict-transport-security': strictTransport } : {};

/** Routes that a log line about a stall names at most. */
const namedRoutes = 5;

const watchStalls = (count: Metrics['countStall'], logger: Logger): EventLoopWatch => {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return watchEventLoop({
    onStall: (stall) => {
      count(stall);
      if (performance.now() - loggedAt < 1_000) return;
      loggedAt = performance.now();
      const routes = stall.routes.slice(0, namedRoutes);
      logger.warn({ ms: Math.round(stall.ms), routes }, 'the event loop was blocked');
    },
  });
};
