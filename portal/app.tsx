import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { createPortalRouter } from './shell/router.tsx';
import { type LoadedTexts, TextProvider } from './texts/text-context.tsx';

/** A refusal is an answer: only what never arrived, or broke, is worth asking again. */
const worthRetrying = (count: number, error: unknown): boolean =>
  count < 2 && !(error instanceof ApiError && error.status < 500);

export const showApp = (root: HTMLElement, texts: LoadedTexts): void => {
  const queries = new QueryClient({
    // The service may run on this very machine: what the browser thinks of the network says nothing about it.
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const router = createPortalRouter(queries);
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextProvider>
    </StrictMode>,
  );
};
