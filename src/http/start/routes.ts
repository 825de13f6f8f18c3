import type { FastifyInstance } from 'fastify';
import { renderStartPage, type StartState } from './page.ts';
import { pageHeaders } from '../shop/routes.ts';

/** `state` is null in an installation without the demo: a visitor is sent to the portal. */
export const startRoutes = (app: FastifyInstance, state: () => Promise<StartState> | null): void => {
  app.get('/', async (request, reply) => {
    // Programs get the answer for an unknown route, as ever.
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const known = state();
    if (known === null) return reply.redirect('/portal', 302);
    return reply.headers(pageHeaders).send(renderStartPage(await known));
  });
};
