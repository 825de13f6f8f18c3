import type { FastifyInstance, FastifyReply } from 'fastify';
import { createStaticFiles, sendNotBuilt } from '../adapter/static-files.ts';

/** Only our own origin: product pictures, too, come from the service as thumbnails. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const portalHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Files under assets/ have a content hash in their name and never change. */
const caching = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const;

/** A single-page application: every path that is not a file gets index.html. */
export const portalRoutes = (app: FastifyInstance, folder: string): void => {
  const send = createStaticFiles(folder);
  const answer = async (path: string, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.headers(portalHeaders);
    const isAsset = path.startsWith('assets/');
    if (await send(reply, path, isAsset ? caching.hashed : caching.other)) return reply;
    if (isAsset) reply.callNotFound();
    else if (!(await send(reply, 'index.html', caching.other))) sendNotBuilt(reply, 'The portal has');
    return reply;
  };
  app.get('/portal', (_request, reply) => answer('', reply));
  app.get<{ Params: { '*': string } }>('/portal/*', (request, reply) => answer(request.params['*'], reply));
};
