import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createStaticFiles } from '../adapter/static-files.ts';
import { readSessionToken } from '../admin/core/credentials.ts';
import { toOpenApi30 } from '../openapi/openapi-3.0.ts';
import type { JsonObject } from '../schema/json.ts';
import { readPageRequest } from '../shop/routes.ts';
import { renderDocsLayout } from './layout.ts';
import { createSearchIndex, createSite, type DocsGroup } from './site.ts';

/** No resources of other hosts, no inline scripts or styles. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  // Nothing here is secret, and tools in a browser read the documents.
  'access-control-allow-origin': '*',
};

const json = 'application/json; charset=utf-8';

type DocsNeeds = {
  readonly service: JsonObject;
  /** The OpenAPI document of live changes. */
  readonly productData: JsonObject;
  readonly applySchema: unknown;
};

/** Markdown files and pictures; part of every installation. */
const docsFolder = join(import.meta.dirname, '..', '..', '..', 'docs');

export const docsRoutes = (app: FastifyInstance, { service, productData, applySchema }: DocsNeeds): void => {
  const site = createSite({ folder: docsFolder, documents: [service, productData] });
  for (const [path, { type, write }] of Object.entries(docsFiles({ service, productData, applySchema }))) {
    let made: string | null = null;
    app.get(path, (_request, reply) => {
      made ??= write();
      return reply.headers(pageHeaders).type(type).send(made);
    });
  }
  app.get('/docs/search.json', async (_request, reply) =>
    reply.headers(pageHeaders).send(createSearchIndex(await site())),
  );
  pageRoutes(app, site);
};

type DocsFile = { readonly type: string; readonly write: () => string };

/** The files beside the pages, by path; the static site has them too. */
export const docsFiles = (needs: DocsNeeds): Readonly<Record<string, DocsFile>> => ({
  '/openapi.json': { type: json, write: () => JSON.stringify(needs.service) },
  '/openapi-3.0.json': { type: json, write: () => JSON.stringify(toOpenApi30(needs.service)) },
  '/schemas/apply.json': {
    type: 'application/schema+json; charset=utf-8',
    write: () => JSON.stringify(needs.applySchema),
  },
  '/docs/docs.css': { type: 'text/css; charset=utf-8', write: () => asset('docs.css') },
  '/docs/docs.js': { type: 'text/javascript; charset=utf-8', write: () => asset('docs.js') },
});

const pageRoutes = (app: FastifyInstance, getSite: () => Promise<DocsGroup[]>): void => {
  const sendPicture = createStaticFiles(join(docsFolder, 'pictures'));
  const answer = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const site = await getSite();
    const page = site.flatMap(({ pages }) => pages).find((each) => each.path === path) ?? null;
    if (page === null && path !== '') return notFound(reply);
    const { language } = readPageRequest(request);
    const maySignedIn = readSessionToken(request.headers.cookie) !== null;
    return reply
      .headers({ ...pageHeaders, vary: 'cookie, accept-language' })
      .type('text/html; charset=utf-8')
      .send(renderDocsLayout({ page, site, maySignedIn, language }));
  };
  app.get('/docs', (request, reply) => answer('', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    answer(request.params['*'].replace(/\/+$/, ''), request, reply),
  );
  app.get<{ Params: { name: string } }>('/docs/pictures/:name', async (request, reply) => {
    return (await sendPicture(reply, request.params.name, 'public, max-age=3600')) ? reply : notFound(reply);
  });
};

const notFound = (reply: FastifyReply): FastifyReply => {
  reply.callNotFound();
  return reply;
};

const asset = (name: string): string => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
