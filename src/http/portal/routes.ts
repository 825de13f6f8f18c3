import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendNotBuilt, sendFile } from '../static-files.ts';

/** Everything is ours alone, pictures of products too: the service hands them out small. */
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

export const portalHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A name with a hash of its content never means anything else. */
const caching = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const;

/** The portal is one page: whatever is no file of it is a place inside it. */
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
