import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendFile } from '../adapter/static-files.ts';

/** A shop to click through, rendered by whoever hands it over. */
export type ShopPages = {
  /** Folder with the style sheet and the script of the pages. */
  readonly assets: string;
  /** The page at a path below /shop, without slashes at its ends; null: there is none. */
  render(path: string, query: URLSearchParams): string | null;
};

/** Only our own origin, and no inline code. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const assetCaching = 'public, max-age=300';

export const shopRoutes = (app: FastifyInstance, pages: ShopPages): void => {
  const files = createStaticFiles(pages.assets);
  const answer = (path: string, url: string, reply: FastifyReply): FastifyReply => {
    const query = new URLSearchParams(url.split('?', 2)[1] ?? '');
    const body = pages.render(path.replace(/^\/+|\/+$/g, ''), query);
    if (body !== null) return reply.headers(pageHeaders).send(body);
    reply.callNotFound();
    return reply;
  };
  app.get('/shop', (request, reply) => answer('', request.url, reply));
  app.get<{ Params: { '*': string } }>('/shop/*', (request, reply) =>
    answer(request.params['*'], request.url, reply),
  );
  app.get<{ Params: { '*': string } }>('/shop/assets/*', async (request, reply) => {
    const file = await files.find(request.params['*']);
    if (file === null) {
      reply.callNotFound();
      return reply;
    }
    return sendFile(reply, await files.read(file, acceptedEncodings(request.headers)), assetCaching);
  });
};
