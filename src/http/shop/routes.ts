import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shareRun } from '../../domain/memoize.ts';
import { createStaticFiles } from '../adapter/static-files.ts';
import { readWeights } from '../answer-cache/content-encoding.ts';

/** Languages of the pages that visitors see without signing in. The first one is the default. */
export const pageLanguages = ['en', 'de'] as const;

export type PageLanguage = (typeof pageLanguages)[number];

const cookieName = 'kindred_language';

/** One year. */
const cookieSeconds = 31_536_000;

const findLanguage = (text: string | null | undefined): PageLanguage | null =>
  pageLanguages.find((language) => language === text?.slice(0, 2).toLowerCase()) ?? null;

type LanguageRequest = {
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/** What the visitor chose on this page (`?lang=de`), chose before (cookie), or set in the browser. */
export const choosePageLanguage = ({ query, cookie, acceptLanguage }: LanguageRequest): PageLanguage =>
  findLanguage(query.get('lang')) ??
  findLanguage(readCookie(cookie)) ??
  findAccepted(acceptLanguage) ??
  pageLanguages[0];

/** The cookie that keeps a choice made by `?lang=`; null when the page was opened without one. */
export const languageCookie = (query: URLSearchParams): string | null => {
  const chosen = findLanguage(query.get('lang'));
  return chosen === null ? null : `${cookieName}=${chosen}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax`;
};

const readCookie = (header = ''): string | null => {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? null;
};

/** The known language that the browser prefers: `fr, de;q=0.8, en;q=0.5` gives `de`. */
const findAccepted = (header = ''): PageLanguage | null => {
  const preferred = [...readWeights(header)].filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a);
  for (const [tag] of preferred) {
    const language = findLanguage(tag);
    if (language !== null) return language;
  }
  return null;
};

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

type PageRequest = { readonly query: URLSearchParams; readonly language: PageLanguage };

export const readPageRequest = ({ url, headers }: FastifyRequest): PageRequest => {
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
  const sendAsset = createStaticFiles(pages.assets);
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
  const learn = shareRun(async () => pages.learn?.());
  app.post('/shop/learn', async (_request, reply) => {
    await learn();
    return reply.code(204).send();
  });
  app.get<{ Params: { name: string } }>('/shop/pictures/:name', (request, reply) => {
    const svg = pages.draw(request.params.name.replace(/\.svg$/, ''));
    if (svg !== null) return reply.headers(pictureHeaders).send(svg);
    reply.callNotFound();
    return reply;
  });
  app.get<{ Params: { '*': string } }>('/shop/assets/*', async (request, reply) => {
    if (!(await sendAsset(reply, request.params['*'], assetCaching))) reply.callNotFound();
    return reply;
  });
};
