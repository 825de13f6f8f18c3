import type { RequestListener, Server } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { AnalyticsCounter } from '../analytics/analytics.ts';
import type { Directory } from '../domain/directory.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ImageSearch } from '../operations/image-search.ts';
import type { RelatedKeywords } from '../operations/related-keywords.ts';
import { adminRoutes } from './admin/admin.ts';
import type { AdminNeeds } from './admin/needs.ts';
import {
  type ConnectionGuard,
  type ConnectionLimits,
  connectionDefaults,
  createConnectionGuard,
  createTrust,
  guardDecorator,
} from './adapter/connection-guard.ts';
import { type EdgeHandlers, createEdgeHandlers, sendAnswer } from './adapter/fastify-adapter.ts';
import type { KeyedRouteNeeds } from './adapter/keyed-routes.ts';
import { createDirectWay } from './adapter/direct-way.ts';
import { docsRoutes } from './docs/routes.ts';
import { internalError, textAnswer } from './edge/answers.ts';
import { type AnswerCacheNeeds, createAnswerCache } from './edge/answer-cache.ts';
import { createEdge, type CompletedCall } from './edge/edge.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { productDataDocument } from './product-data/openapi.ts';
import {
  createConcurrencyLimiter,
  concurrencyDefaults,
  type ConcurrencyLimits,
} from './edge/concurrency-limiter.ts';
import { operationPaths } from './edge/operation.ts';
import { resolveRequestId } from './edge/request-id.ts';
import { type EventRouteNeeds, eventRoutes } from './events/routes.ts';
import { imageSearchOperation } from './image-search/route.ts';
import { type ImageFolder, pictureRoutes } from './pictures/routes.ts';
import { portalRoutes } from './portal/routes.ts';
import type { ProductDataNeeds } from './product-data/product-data.ts';
import { productDataRoutes } from './product-data/routes.ts';
import { relatedKeywordsOperation } from './related-keywords/route.ts';
import { type ShopPages, shopRoutes } from './shop/routes.ts';
import type { StartState } from './start/page.ts';
import { startRoutes } from './start/routes.ts';
import { storefrontRoutes } from './storefront/routes.ts';
import { answerMalformedHttp, answerUnusualHttp } from './adapter/malformed-http.ts';
import { logCall } from './monitoring/log.ts';
import { countCall } from './monitoring/analytics.ts';
import { type EventLoopWatch, watchEventLoop } from './monitoring/event-loop-watch.ts';
import { createMetrics, type LiveVersion, type Metrics } from './monitoring/metrics.ts';
import { createRefusalLog, type RefusalReason } from './monitoring/refusal-log.ts';
import { type Readiness, monitoringRoutes } from './monitoring/routes.ts';

export type AppNeeds = {
  /** The current configuration; read once for each call. */
  readonly directory: () => Directory;
  readonly imageSearch: ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  readonly limiter: Pick<Limiter, 'admit' | 'rates' | 'prepare'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Base URL under which shops reach the service; null: taken from the request's Host header. */
  readonly publicUrl: string | null;
  /** The demo shop. */
  readonly shop?: ShopPages;
  /** What the start page of a demo installation says; null: visitors are sent to the portal. */
  readonly startState?: (() => Promise<StartState>) | null;
  /** Proxies whose X-Forwarded-For header is trusted; by default none. */
  readonly trustedProxies?: readonly string[];
  readonly readiness: () => Readiness;
  readonly liveVersions: () => readonly LiveVersion[];
  /** Files and versions that were found damaged; left out: none. */
  readonly countDamage?: () => number;
  readonly imageFolder: ImageFolder;
  /** JSON Schema of what `kindred apply` reads. */
  readonly applySchema: unknown;
  readonly inFlight?: Partial<ConcurrencyLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  /** Bearer token for metrics that name websites, datasets and versions; left out: nobody gets these. */
  readonly metricsToken?: string | null;
  /** Keeps finished answers; left out: each one is made again. */
  readonly answerCache?: Omit<AnswerCacheNeeds, 'now'>;
  /** Counts how boxes are used, for the analytics of the portal. */
  readonly analytics?: AnalyticsCounter;
  /** Left out: the routes for live product changes are not served. */
  readonly productData?: ProductDataNeeds;
  /** Stores shopper events; left out: the events routes are not served. */
  readonly appendEvents?: EventRouteNeeds['append'];
  readonly onEventsAccepted?: EventRouteNeeds['onAccepted'];
  /** Left out: the admin API is not served. */
  readonly admin?: AdminNeeds;
  /** Folder of the built portal; left out: it is not served. */
  readonly portalFolder?: string;
  /** Folder of the built web components for shops' pages; left out: they are not served. */
  readonly storefrontFolder?: string;
  /** Called for each registered route; tests compare them with the documents. */
  readonly onRoute?: (method: string, url: string) => void;
};

/** One year; sent only where `publicUrl` says that the service is reached by HTTPS. */
const strictTransport = 'max-age=31536000';

const strictTransportHeaders = (publicUrl: string | null): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { 'strict-transport-security': strictTransport } : {};

/** Everything that is served over HTTP, not yet listening: tests use `app.inject`, `startServer` opens the port. */
export const createApp = (needs: AppNeeds): FastifyInstance => {
  const { logger, directory, limiter, now, publicUrl, admin, trustedProxies = [] } = needs;
  const logRefusal = createRefusalLog(logger);
  const onRefused = (reason: RefusalReason): void => {
    metrics.countRefusal(reason);
    logRefusal(reason);
  };
  const inFlight = createConcurrencyLimiter(
    { ...concurrencyDefaults, ...needs.inFlight },
    { onExpired: () => onRefused('slot-expired') },
  );
  const guard = createConnectionGuard({
    limits: { ...connectionDefaults, ...needs.connections },
    onRefused,
    trustedProxies,
  });
  const cache = needs.answerCache ? createAnswerCache({ ...needs.answerCache, now }) : null;
  const metrics = createMetrics({
    inFlight,
    answerCache: () => cache?.statistics ?? null,
    connections: guard,
    liveVersions: needs.liveVersions,
    ...(needs.countDamage && { countDamage: needs.countDamage }),
  });
  const operations = [
    imageSearchOperation(needs.imageSearch),
    relatedKeywordsOperation(needs.relatedKeywords),
  ];
  const recordCall = (completed: CompletedCall): void => {
    metrics.count(completed);
    logCall(logger, completed);
  };
  const keyed: KeyedRouteNeeds = {
    directory,
    limiter,
    inFlight,
    now,
    publicUrl,
    onRefused,
    onCompleted: recordCall,
  };
  const edge = createEdge({
    ...keyed,
    operations,
    cache,
    onCompleted: (completed) => {
      recordCall(completed);
      countCall(needs.analytics, completed);
    },
  });
  const answer = createEdgeHandlers(edge);
  const watch = watchStalls(metrics.countStall, logger);
  const direct = createDirectWay({
    edge,
    paths: operations.flatMap(operationPaths),
    isTrustedProxy: createTrust(trustedProxies),
    extraHeaders: strictTransportHeaders(publicUrl),
    onBegin: watch.begin,
  });
  const app = createBareApp(answer, (framework) => guard.createServer(framework, direct), guard, needs);
  watchRoutes(app, watch);
  const { onRoute } = needs;
  if (onRoute)
    app.addHook('onRoute', ({ method, url }) => [method].flat().forEach((each) => onRoute(each, url)));
  for (const path of operations.flatMap(operationPaths))
    app.all(path, { onRequest: answer.hook }, answer.handler);
  monitoringRoutes(app, {
    readiness: needs.readiness,
    metrics,
    metricsToken: needs.metricsToken ?? null,
  });
  docsRoutes(app, {
    service: openApiDocument(publicUrl),
    productData: productDataDocument(),
    applySchema: needs.applySchema,
  });
  pictureRoutes(app, needs.imageFolder);
  if (needs.appendEvents !== undefined) {
    const { appendEvents: append, onEventsAccepted: onAccepted } = needs;
    eventRoutes(app, { ...keyed, append, ...(onAccepted && { onAccepted }) });
  }
  if (needs.productData !== undefined) productDataRoutes(app, { ...keyed, productData: needs.productData });
  if (admin !== undefined) adminRoutes(app, { ...admin, now, publicUrl, logger });
  if (needs.portalFolder !== undefined) portalRoutes(app, needs.portalFolder);
  if (needs.storefrontFolder !== undefined) storefrontRoutes(app, needs.storefrontFolder);
  if (needs.shop !== undefined) shopRoutes(app, needs.shop);
  const { startState = null } = needs;
  startRoutes(app, () => startState?.() ?? null);
  return app;
};

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

const watchRoutes = (app: FastifyInstance, watch: EventLoopWatch): void => {
  app.addHook('onRequest', (request, reply, done) => {
    watch.begin(request.routeOptions.url ?? 'none', reply.raw);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    watch.close();
    done();
  });
};

/**
 * Calls of the two operations and of unknown routes are answered by the edge before a body is read or a query
 * parsed: Fastify's own errors (415, 413, its form of 400) are not part of the contract.
 */
const createBareApp = (
  answer: EdgeHandlers,
  serverFactory: (framework: RequestListener) => Server,
  guard: ConnectionGuard,
  { logger, trustedProxies = [], publicUrl }: AppNeeds,
): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines carry the request id explicitly, so that no logger is created for each request.
    childLoggerFactory: () => loggerInstance,
    genReqId: resolveRequestId,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // A call on a connection that was open before the stop is still answered, with `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerMalformedHttp,
    serverFactory,
    // A name may have 200 characters, and each may take several when it is percent-encoded.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 2500 },
    frameworkErrors: (_error, request, reply) => void answer.handler(request, reply),
  });
  app.decorate(guardDecorator, guard);
  answerUnusualHttp(app);
  const extraHeaders = strictTransportHeaders(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(extraHeaders);
    done();
  });
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? answer.hook(request, reply, done) : done(),
  );
  app.setNotFoundHandler(answer.handler);
  app.setErrorHandler((error, request, reply) => {
    const status = clientErrorStatus(error);
    if (status >= 500) logger.error({ err: error, requestId: request.id }, 'failed');
    const text = 'This request cannot be read. See /docs for what is served here.';
    return sendAnswer(
      reply,
      status >= 500 ? internalError(request.id) : textAnswer(status, text),
      request.id,
    );
  });
  return app;
};

const clientErrorStatus = (error: unknown): number => {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
};
