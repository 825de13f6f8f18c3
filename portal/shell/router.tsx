import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../components/feedback/states.tsx';
import { NotFound } from './not-found.tsx';
import { routeTree } from './routes.tsx';

const base = '/portal';

export const createPortalRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: base,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
    defaultNotFoundComponent: NotFound,
  });

/** Requests the scripts of the page at once: the router would only do so when it knows the session. */
export const preloadPage = (router: ReturnType<typeof createPortalRouter>): void => {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[String(routeId)];
    // A script that does not arrive is requested again by the router, which also shows what failed.
    if (route) void router.loadRouteChunk(route)?.catch(() => undefined);
  }
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
