import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
