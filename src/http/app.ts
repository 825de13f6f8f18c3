import type { RequestListener, Server } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { adminRoutes } from './admin/admin.ts';
import type { AdminNeeds } from './admin/handlers.ts';
import { type ConnectionGuard, guardDecorator } from './adapter/connection-guard.ts';
import { createEdgeHandlers, type EdgeHandlers, sendAnswer } from './adapter/fastify-adapter.ts';
import { docsRoutes } from './docs/routes.ts';
import { internalError, textAnswer } from './call/answers.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { productDataDocument } from './product-data/openapi.ts';
import { resolveRequestId } from './call/call.ts';
import { type EventRouteNeeds, eventRoutes } from './events/routes.ts';
import { type ImageFolder, pictureRoutes } from './pictures/routes.ts';
import { photoSearchRoutes } from './photo-search/routes.ts';
import { portalRoutes } from './portal/routes.ts';
import type { ProductDataNeeds } from './product-data/product-data.ts';
import { productDataRoutes } from './product-data/routes.ts';
import { type ShopPages, shopRoutes } from './shop/routes.ts';
import { createServing, type ServingNeeds, strictTransportHeaders } from './serving.ts';
import { listLinks } from './start/header.ts';
import { withNotFoundPage } from './start/not-found-page.ts';
import { startRoutes, type StartState } from './start/page.ts';
import { clientRoutes, storefrontRoutes } from './storefront/routes.ts';
import { answerMalformedHttp, answerUnusualHttp } from './adapter/malformed-http.ts';
import type { EventLoopWatch } from './monitoring/event-loop-watch.ts';
import { monitoringRoutes, type Readiness } from './monitoring/routes.ts';

export type AppNeeds = ServingNeeds & {
  readonly shop?: ShopPages;
  /** What the start page of a demo installation says; null: visitors are sent to the portal. */
  readonly startState?: ((isLocal: boolean) => Promise<StartState>) | null;
  readonly readiness: () => Readiness;
  readonly imageFolder: ImageFolder;
  /** JSON Schema of what `kindred apply` reads. */
  readonly applySchema: unknown;
  /** Bearer token for metrics that name websites, datasets and versions; left out: nobody gets these. */
  readonly metricsToken?: string | null;
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
  /** Folder of the packed clients; left out: they are not served. */
  readonly clientsFolder?: string;
  /** Called for each registered route; tests compare them with the documents. */
  readonly onRoute?: (method: string, url: string) => void;
};

/** Everything that is served over HTTP, not yet listening: tests use `app.inject`, `startServer` opens the port. */
export const createApp = (needs: AppNeeds): FastifyInstance => {
  const { logger, now, publicUrl, admin } = needs;
  const { edge, guard, createServer, metrics, watch, keyed, paths } = createServing(needs);
  const answer = createEdgeHandlers(withNotFoundPage(edge, listLinks(needs.shop !== undefined)));
  const app = createBareApp(answer, createServer, guard, needs);
  watchRoutes(app, watch);
  const { onRoute } = needs;
  if (onRoute)
    app.addHook('onRoute', ({ method, url }) => [method].flat().forEach((each) => onRoute(each, url)));
  const { photoSearch } = needs;
  const photoPaths = photoSearch ? paths.filter((path) => path.endsWith('/imagesearch')) : [];
  for (const path of paths) {
    const method = app.supportedMethods.filter((each) => each !== 'POST' || !photoPaths.includes(path));
    app.route({ method, url: path, onRequest: answer.hook, handler: answer.handler });
  }
  if (photoSearch)
    photoSearchRoutes(app, photoPaths, { ...keyed, ...photoSearch, imageSearch: needs.imageSearch });
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
  if (needs.clientsFolder !== undefined) clientRoutes(app, needs.clientsFolder);
  if (needs.shop !== undefined) shopRoutes(app, needs.shop);
  const { startState = null } = needs;
  startRoutes(app, (isLocal) => startState?.(isLocal) ?? null);
  return app;
};

const watchRoutes = (app: FastifyInstance, watch: EventLoopWatch): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const watched = watch.begin(request.routeOptions.url ?? 'none');
    reply.raw.once('close', () => {
      watched.hasEnded = true;
    });
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
    // Behind the answers to the calls before it: a caller takes it for the answer to the first one otherwise.
    clientErrorHandler: (error, socket) =>
      guard.whenAnswered(socket, () => answerMalformedHttp(error, socket)),
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
