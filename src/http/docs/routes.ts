import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../schema/json.ts';
import { toOpenApi30 } from '../openapi/openapi-3.0.ts';
import { renderDocsPage } from './page.ts';

/** No resources of other hosts, no inline scripts or styles. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  // Nothing here is secret, and tools in a browser read the documents.
  'access-control-allow-origin': '*',
};

type DocsNeeds = {
  /** The OpenAPI document of the operations and events. */
  readonly service: JsonObject;
  /** The OpenAPI document of live changes. */
  readonly productData: JsonObject;
  readonly applySchema: unknown;
};

export const docsRoutes = (app: FastifyInstance, needs: DocsNeeds): void => {
  const { service, productData, applySchema } = needs;
  const page = renderDocsPage({ service, productData });
  const texts: Record<string, { type: string; text: string }> = {
    '/openapi.json': { type: 'application/json; charset=utf-8', text: JSON.stringify(service) },
    '/openapi-3.0.json': {
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(toOpenApi30(service)),
    },
    '/schemas/apply.json': {
      type: 'application/schema+json; charset=utf-8',
      text: JSON.stringify(applySchema),
    },
    '/docs': { type: 'text/html; charset=utf-8', text: page },
    '/docs/api': { type: 'text/html; charset=utf-8', text: page },
    '/docs/docs.css': { type: 'text/css; charset=utf-8', text: asset('docs.css') },
    '/docs/docs.js': { type: 'text/javascript; charset=utf-8', text: asset('docs.js') },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    app.get(path, (_request, reply) => reply.headers(pageHeaders).type(type).send(text));
  }
};

const asset = (name: string): string => {
  return readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
};
