import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, type RenderHookResult, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createPortalRouter } from '../shell/router.tsx';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { TextProvider } from '../texts/text-context.tsx';
import type { Language } from '../texts/text.ts';

const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

const firstTexts = (language: Language) => ({ language, dictionary: language === 'en' ? en : de });

/** A page of the portal at its address, with the shell around it. */
export const openPage = (path: string, { language = 'en' }: { language?: Language } = {}) => {
  const queries = createQueries();
  const router = createPortalRouter(queries);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [`/portal${path}`] }) });
  const view = render(
    <TextProvider first={firstTexts(language)}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TextProvider>,
  );
  return { ...view, router, queries };
};

/** One component with texts and queries around it, and no router. */
export const show = (element: ReactNode, language: Language = 'en') => {
  const queries = createQueries();
  const around = ({ children }: { children: ReactNode }) => (
    <TextProvider first={firstTexts(language)}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </TextProvider>
  );
  return { ...render(element, { wrapper: around }), queries };
};

/** A hook of the portal's data, with a cache of its own. */
export const runHook = <Result,>(
  hook: () => Result,
  queries: QueryClient = createQueries(),
): RenderHookResult<Result, unknown> & { readonly queries: QueryClient } => {
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { ...renderHook(hook, { wrapper: around }), queries };
};
