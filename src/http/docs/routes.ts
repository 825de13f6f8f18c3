import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createStaticFiles, sendFile } from '../adapter/static-files.ts';
import { readSessionToken } from '../admin/core/cookie.ts';
import { toOpenApi30 } from '../openapi/openapi-3.0.ts';
import type { Site, SiteNeeds } from './site/build-site.ts';
import { renderDocsLayout } from './site/layout.ts';
import { createSite } from './site/site-in-thread.ts';

/** No resources of other hosts, no inline scripts or styles. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  // Nothing here is secret, and tools in a browser read the documents.
  'access-control-allow-origin': '*',
};

const types = {
  json: 'application/json; charset=utf-8',
  schema: 'application/schema+json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

type DocsNeeds = Omit<SiteNeeds, 'folder'> & { readonly applySchema: unknown };

/** Markdown files and pictures; part of every installation. */
const docsFolder = join(import.meta.dirname, '..', '..', '..', 'docs');

export const docsRoutes = (app: FastifyInstance, needs: DocsNeeds): void => {
  const { service, productData, applySchema } = needs;
  const site = createSite({ folder: docsFolder, service, productData });
  const texts: Record<string, { type: string; text: () => string | Promise<string> }> = {
    '/openapi.json': { type: types.json, text: () => JSON.stringify(service) },
    '/openapi-3.0.json': { type: types.json, text: () => JSON.stringify(toOpenApi30(service)) },
    '/schemas/apply.json': { type: types.schema, text: () => JSON.stringify(applySchema) },
    '/docs/search.json': { type: types.json, text: async () => (await site()).search },
    '/docs/docs.css': { type: types.css, text: () => asset('docs.css') },
    '/docs/site.css': { type: types.css, text: () => asset('site.css') },
    '/docs/docs.js': { type: types.js, text: () => asset('docs.js') },
    '/docs/site.js': { type: types.js, text: () => asset('site.js') },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    let made: string | null = null;
    app.get(path, async (_request, reply) => {
      made ??= await text();
      return reply.headers(pageHeaders).type(type).send(made);
    });
  }
  pageRoutes(app, site);
};

const pageRoutes = (app: FastifyInstance, site: () => Promise<Site>): void => {
  const pictures = createStaticFiles(join(docsFolder, 'pictures'));
  const answer = async (
    path: string,
    cookie: string | undefined,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { groups, pages } = await site();
    const page = pages.get(path);
    if (page === undefined) {
      reply.callNotFound();
      return reply;
    }
    const text = renderDocsLayout({ ...page, path, groups, maySignedIn: readSessionToken(cookie) !== null });
    return reply
      .headers({ ...pageHeaders, vary: 'cookie' })
      .type('text/html; charset=utf-8')
      .send(text);
  };
  app.get('/docs', (request, reply) => answer('', request.headers.cookie, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    answer(request.params['*'].replace(/\/+$/, ''), request.headers.cookie, reply),
  );
  app.get<{ Params: { name: string } }>('/docs/pictures/:name', async (request, reply) => {
    const file = await pictures.find(request.params.name);
    if (file !== null) return sendFile(reply, await pictures.read(file, ''), 'public, max-age=3600');
    reply.callNotFound();
    return reply;
  });
};

const asset = (name: string): string => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
