import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Analytics } from '../../analytics/analytics.ts';
import type { Engine } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import type { Usage } from '../../limits/limiter.ts';
import type { ImageSearch } from '../../operations/image-search.ts';
import type { RelatedKeywords } from '../../operations/related-keywords.ts';
import type { Store } from '../../store/store.ts';
import { requestIdHeader } from '../edge/request-id.ts';
import { adminOpenApiDocument } from './contract/openapi.ts';
import { routeTable } from './contract/table.ts';
import { adminHeaders, presentFault } from './core/answers.ts';
import { type AnyHandler, registerRoute } from './core/register.ts';
import { createHandlers } from './handlers.ts';
import type { ImportDesk } from './imports/desk.ts';
import type { Installation } from './system/handlers.ts';

export type AdminNeeds = {
  readonly store: Store;
  readonly engine: Pick<Engine, 'products' | 'versions' | 'makeLive' | 'discard'>;
  /** The operation itself, with a clock of the caller's choice. */
  readonly imageSearchAt: (now: () => number) => ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  readonly imports: ImportDesk;
  readonly usage: Usage;
  readonly analytics: Analytics;
  readonly installation: Installation;
  /** Uploads lie here until they have been read. */
  readonly uploadFolder: string;
};

type Surroundings = {
  readonly now: () => number;
  readonly publicUrl: string | null;
  readonly logger: Logger;
};

/** Everything under /admin: the rows of the table, and a refusal for whatever is not in it. */
export const adminRoutes = (app: FastifyInstance, needs: AdminNeeds & Surroundings): void => {
  void app.register((scope, _options, done) => {
    scope.removeContentTypeParser('text/plain');
    // Read as a stream where a route takes files, and refused elsewhere.
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, parsed) => parsed(null));
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = presentFault(error, request.id);
      if (status >= 500) needs.logger.error({ err: error, requestId: request.id }, 'admin call failed');
      void reply.headers({ ...adminHeaders, ...headers, [requestIdHeader]: request.id });
      return reply.code(status).type('application/json; charset=utf-8').send(body);
    });
    const stopping = new AbortController();
    scope.addHook('preClose', () => stopping.abort());
    const given = { ...needs, stopping: stopping.signal };
    const handlers: Readonly<Record<string, unknown>> = createHandlers(needs);
    for (const row of routeTable) registerRoute(scope, given, row, handlers[row.id] as AnyHandler);
    documentRoute(scope);
    scope.all('/admin/*', () => {
      throw new Fault('not-found', 'There is nothing at this address.');
    });
    done();
  });
};

function documentRoute(scope: FastifyInstance): void {
  const document = JSON.stringify(adminOpenApiDocument());
  scope.get('/admin/openapi.json', (_request, reply) =>
    reply
      .headers({ ...adminHeaders, 'cache-control': 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(document),
  );
}
