import type { FastifyInstance } from 'fastify';
import { isLocalCaller } from '../adapter/local-caller.ts';
import { sendPage } from '../shop/routes.ts';
import { renderStartPage, type StartState } from './page.ts';

/** `state` is null in an installation without the demo: a visitor is sent to the portal. */
export const startRoutes = (
  app: FastifyInstance,
  state: (isLocal: boolean) => Promise<StartState> | null,
): void => {
  app.get('/', async (request, reply) => {
    // Programs get the answer for an unknown route, as ever.
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const known = state(isLocalCaller(request.raw));
    if (known === null) return reply.redirect('/portal', 302);
    return sendPage(request, reply, async ({ language }) => renderStartPage(await known, language));
  });
};
