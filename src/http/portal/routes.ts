import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendNotBuilt, sendFile } from '../adapter/static-files.ts';

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
  const files = createStaticFiles(folder);
  const answer = async (path: string, accepts: string, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.headers(portalHeaders);
    const isAsset = path.startsWith('assets/');
    const file = (await files.find(path)) ?? (isAsset ? null : await files.find('index.html'));
    if (file === null && isAsset) {
      reply.callNotFound();
      return reply;
    }
    if (file === null) return sendNotBuilt(reply, 'The portal has');
    return sendFile(reply, await files.read(file, accepts), isAsset ? caching.hashed : caching.other);
  };
  app.get('/portal', (request, reply) => answer('', acceptedEncodings(request.headers), reply));
  app.get<{ Params: { '*': string } }>('/portal/*', (request, reply) =>
    answer(request.params['*'], acceptedEncodings(request.headers), reply),
  );
};
