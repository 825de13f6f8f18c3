import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { withService } from '../../../portal/testing/portal-service.ts';
import { de } from '../../../portal/texts/de.ts';
import { en } from '../../../portal/texts/en.ts';
import { TextProvider } from '../../../portal/texts/text-context.tsx';
import { CoverageScene, pictureShare } from './coverage-scene.tsx';

afterEach(cleanup);

const service = withService();

/** The scene at its address, as a route of the portal shows it. */
const openScene = (language: 'en' | 'de' = 'en') => {
  const root = createRootRoute();
  const website = createRoute({ getParentRoute: () => root, path: '/$website' });
  const coverage = createRoute({
    getParentRoute: () => website,
    path: '/coverage',
    component: CoverageScene,
  });
  const router = createRouter({
    routeTree: root.addChildren([website.addChildren([coverage])]),
    history: createMemoryHistory({ initialEntries: ['/north/coverage'] }),
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <TextProvider first={{ language, dictionary: language === 'en' ? en : de }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TextProvider>,
  );
};

describe('a scene', () => {
  it('reads its data through the admin API and shows it', async () => {
    openScene();
    const term = await screen.findByText('north-catalogue');
    expect(term.parentElement?.textContent).toMatch(/north-catalogue\s*\d+\s*%/);
    expect((await screen.findByText('north-searches')).parentElement?.textContent).toContain('No data');
  });

  it('shows what the service refuses', async () => {
    service.failOnce('/datasets', 503, { code: 'unavailable', message: 'The store is locked.' });
    openScene();
    expect(await screen.findByText(/The store is locked/)).toBeTruthy();
  });

  it('has its texts in both languages', async () => {
    openScene('de');
    expect(await screen.findByRole('heading', { name: de['datasets.title'] })).toBeTruthy();
  });
});

describe('pictureShare', () => {
  const counts = { version: 'v1', products: 1, variants: 4, withPicture: 3, withoutPicture: 1 };
  it.each([
    [counts, 0.75],
    [{ ...counts, variants: 0, withPicture: 0, withoutPicture: 0 }, null],
    [null, null],
  ])('of %j is %s', (given, expected) => {
    expect(pictureShare({ counts: given })).toBe(expected);
  });
});
