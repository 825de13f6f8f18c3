import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { createPortalRouter, preloadPage } from './shell/router.tsx';
import { type LoadedTexts, TextProvider } from './texts/text-context.tsx';

/** Retries network errors and 5xx; a 4xx stays the same. */
const shouldRetry = (count: number, error: unknown): boolean =>
  count < 2 && !(error instanceof ApiError && error.status < 500);

export const showApp = (root: HTMLElement, texts: LoadedTexts): void => {
  const queryClient = new QueryClient({
    // The service may run on this machine, so the browser's offline state says nothing about it.
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const router = createPortalRouter(queryClient);
  preloadPage(router);
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={texts}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextProvider>
    </StrictMode>,
  );
};
