import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { createPortalRouter, preloadPage } from './router.tsx';

const openRouter = (path: string) => {
  const router = createPortalRouter(new QueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  return router;
};

describe('preloadPage', () => {
  it.each([
    ['/portal/north', '/signed-in/$website/'],
    ['/portal/north/vocabulary', '/signed-in/$website/vocabulary'],
    ['/portal/north/settings', '/signed-in/$website/settings'],
    ['/portal/north/boxes/similar', '/signed-in/$website/boxes/$box'],
    ['/portal/system', '/signed-in/system'],
  ])('requests the scripts of %s, and of the shell around it, and no others', (path, expected) => {
    const router = openRouter(path);
    const load = vi.spyOn(router, 'loadRouteChunk').mockReturnValue(undefined);
    preloadPage(router);
    const requested = load.mock.calls.map(([route]) => String(route.id));
    expect(requested).toContain('/signed-in');
    expect(requested.at(-1)).toBe(expected);
    expect(requested.length).toBeLessThanOrEqual(4);
  });

  it('leaves it to the router to say what failed', async () => {
    const router = openRouter('/portal/north');
    vi.spyOn(router, 'loadRouteChunk').mockRejectedValue(new Error('not there'));
    expect(() => preloadPage(router)).not.toThrow();
    await Promise.resolve();
  });

  it('requests nothing of a page that does not exist but the shell', () => {
    const router = openRouter('/portal/north/nothing/here');
    const load = vi.spyOn(router, 'loadRouteChunk').mockReturnValue(undefined);
    preloadPage(router);
    expect(load.mock.calls.map(([route]) => String(route.id))).not.toContain('/signed-in/$website/');
  });
});
