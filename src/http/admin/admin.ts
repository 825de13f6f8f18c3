import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../errors.ts';
import { requestIdHeader } from '../call/call.ts';
import { adminOpenApiDocument } from './openapi.ts';
import type { Route } from './contract/route.ts';
import { routeTable } from './route-table.ts';
import { adminHeaders, presentFault } from './core/answers.ts';
import { prepareBodies } from './core/check-body.ts';
import { type AnyHandler, registerRoute } from './core/register.ts';
import { type AdminNeeds, createHandlers } from './handlers.ts';
import type { AdminContext } from './core/needs.ts';

/** Everything under /admin: the routes of the table, and 404 for any other path. */
export const adminRoutes = (app: FastifyInstance, needs: AdminNeeds & AdminContext): void => {
  void app.register((scope, _options, done) => {
    scope.removeContentTypeParser('text/plain');
    // Not parsed here: routes that take a file read it as a stream, others refuse it.
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, parsed) => parsed(null));
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = presentFault(error, request.id);
      if (status >= 500) needs.logger.error({ err: error, requestId: request.id }, 'admin call failed');
      if (loggedStatuses.has(status))
        needs.logger.warn(describeRefusal(request, status), 'admin call refused');
      void reply.headers({ ...adminHeaders, ...headers, [requestIdHeader]: request.id });
      return reply.code(status).type('application/json; charset=utf-8').send(body);
    });
    const stopping = new AbortController();
    scope.addHook('preClose', () => stopping.abort());
    const routeNeeds = { ...needs, stopping: stopping.signal };
    const handlers: Readonly<Record<string, unknown>> = createHandlers(needs);
    for (const row of routeTable) registerRoute(scope, routeNeeds, row, handlers[row.id] as AnyHandler);
    scope.addHook('onListen', (listening) => {
      // Declarations are validated as such when they are applied.
      prepareBodies(
        routeTable.flatMap(({ body, isDeclaration }: Route) => (body && !isDeclaration ? body : [])),
      );
      listening();
    });
    documentRoute(scope);
    scope.all('/admin/*', () => {
      throw new Fault('not-found', 'There is nothing at this address.', {
        reason: { reason: 'nothing-here' },
      });
    });
    done();
  });
};

/** Statuses of refused calls that are logged, so that operators notice attempts to break in. */
const loggedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Logs the route pattern instead of the URL: invitation links contain a secret. */
const describeRefusal = ({ id, ip, method, routeOptions }: FastifyRequest, status: number): object => {
  return { requestId: id, address: ip, method, route: routeOptions.url, status };
};

const documentRoute = (scope: FastifyInstance): void => {
  let document: string | null = null;
  scope.get('/admin/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(adminOpenApiDocument());
    return reply
      .headers({ ...adminHeaders, 'cache-control': 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(document);
  });
};
