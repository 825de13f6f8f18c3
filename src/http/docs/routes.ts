import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createStaticFiles, sendFile } from '../adapter/static-files.ts';
import { readSessionToken } from '../admin/core/cookie.ts';
import { toOpenApi30 } from '../openapi/openapi-3.0.ts';
import type { JsonObject } from '../schema/json.ts';
import { listOperations } from './api/api-document.ts';
import { renderApi } from './api/page.ts';
import { renderDocsHome } from './site/home.ts';
import { renderDocsLayout } from './site/layout.ts';
import { type DocsGroup, readDocsPages } from './site/read-pages.ts';
import { createSearchIndex } from './site/search-index.ts';

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

type DocsNeeds = {
  /** The OpenAPI document of the operations and events. */
  readonly service: JsonObject;
  /** The OpenAPI document of live changes. */
  readonly productData: JsonObject;
  readonly applySchema: unknown;
};

/** Markdown files and pictures; part of every installation. */
const docsFolder = join(import.meta.dirname, '..', '..', '..', 'docs');

export const docsRoutes = (app: FastifyInstance, needs: DocsNeeds): void => {
  const { service, productData, applySchema } = needs;
  const groups = readDocsPages(docsFolder);
  const operations = [...listOperations(service), ...listOperations(productData)];
  const texts: Record<string, { type: string; text: string }> = {
    '/openapi.json': { type: types.json, text: JSON.stringify(service) },
    '/openapi-3.0.json': { type: types.json, text: JSON.stringify(toOpenApi30(service)) },
    '/schemas/apply.json': { type: types.schema, text: JSON.stringify(applySchema) },
    '/docs/search.json': { type: types.json, text: JSON.stringify(createSearchIndex(groups, operations)) },
    '/docs/docs.css': { type: types.css, text: asset('docs.css') },
    '/docs/site.css': { type: types.css, text: asset('site.css') },
    '/docs/docs.js': { type: types.js, text: asset('docs.js') },
    '/docs/site.js': { type: types.js, text: asset('site.js') },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    app.get(path, (_request, reply) => reply.headers(pageHeaders).type(type).send(text));
  }
  pageRoutes(app, groups, renderApi({ service, productData }));
};

type Page = { readonly title: string; readonly content: string; readonly contents?: string };

const pageRoutes = (app: FastifyInstance, groups: readonly DocsGroup[], api: Omit<Page, 'title'>): void => {
  const pictures = createStaticFiles(join(docsFolder, 'pictures'));
  const pages = new Map<string, Page>([
    ['', { title: 'Docs', content: renderDocsHome(groups) }],
    ['api', { title: 'API', ...api }],
    ...groups.flatMap((group) =>
      group.pages.map(({ path, title, html }): [string, Page] => [path, { title, content: html }]),
    ),
  ]);
  const answer = (path: string, cookie: string | undefined, reply: FastifyReply): FastifyReply => {
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
