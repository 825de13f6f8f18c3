import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendFile } from '../adapter/static-files.ts';
import { choosePageLanguage, languageCookie, type PageLanguage } from './page-language.ts';

/** A shop to click through, rendered by whoever hands it over. */
export type ShopPages = {
  /** Folder with the style sheet and the script of the pages. */
  readonly assets: string;
  /** The only language of the pages; null: the visitor chooses. */
  readonly language: PageLanguage | null;
  /** The page at a path below /shop, without slashes at its ends; null: there is none. */
  render(path: string, query: URLSearchParams, language: PageLanguage): string | null;
  /** Learns from the events of the shop; left out: it does so by its schedule alone. */
  learn?(): Promise<void>;
  /** The drawing of a product as SVG; null: there is none. */
  draw(identifier: string): string | null;
};

/** Only our own origin, and no inline code; banners and pictures of a shop may come from its own hosts. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
  vary: 'accept-language, cookie',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const pictureHeaders: Readonly<Record<string, string>> = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
};

const assetCaching = 'public, max-age=300';

export type PageRequest = { readonly query: URLSearchParams; readonly language: PageLanguage };

const readPageRequest = ({ url, headers }: FastifyRequest): PageRequest => {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '');
  const { cookie, 'accept-language': acceptLanguage } = headers;
  return { query, language: choosePageLanguage({ query, cookie, acceptLanguage }) };
};

/** Answers with a page in the language of the visitor, or as an unknown route. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  render: (asked: PageRequest) => string | null | Promise<string>,
  onlyLanguage: PageLanguage | null = null,
): Promise<FastifyReply> => {
  const read = readPageRequest(request);
  const asked = { ...read, language: onlyLanguage ?? read.language };
  const body = await render(asked);
  if (body === null) {
    reply.callNotFound();
    return reply;
  }
  const cookie = languageCookie(asked.query);
  if (cookie !== null) void reply.header('set-cookie', cookie);
  return reply.headers({ ...pageHeaders, 'content-language': asked.language }).send(body);
};

export const shopRoutes = (app: FastifyInstance, pages: ShopPages): void => {
  const files = createStaticFiles(pages.assets);
  const answer = (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPage(
      request,
      reply,
      ({ query, language }) => pages.render(path.replace(/^\/+|\/+$/g, ''), query, language),
      pages.language,
    );
  app.get('/shop', (request, reply) => answer('', request, reply));
  app.get<{ Params: { '*': string } }>('/shop/*', (request, reply) =>
    answer(request.params['*'], request, reply),
  );
  let learning: Promise<void> | null = null;
  app.post('/shop/learn', async (_request, reply) => {
    // Whoever asks while it runs waits for the same run.
    learning ??= (pages.learn?.() ?? Promise.resolve()).finally(() => {
      learning = null;
    });
    await learning;
    return reply.code(204).send();
  });
  app.get<{ Params: { name: string } }>('/shop/pictures/:name', (request, reply) => {
    const svg = pages.draw(request.params.name.replace(/\.svg$/, ''));
    if (svg !== null) return reply.headers(pictureHeaders).send(svg);
    reply.callNotFound();
    return reply;
  });
  app.get<{ Params: { '*': string } }>('/shop/assets/*', async (request, reply) => {
    const file = await files.find(request.params['*']);
    if (file === null) {
      reply.callNotFound();
      return reply;
    }
    return sendFile(reply, await files.read(file, acceptedEncodings(request.headers)), assetCaching);
  });
};
