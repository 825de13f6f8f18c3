import type { FastifyInstance, FastifyReply } from 'fastify';
import { createPortalFiles } from './files.ts';

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
  const files = createPortalFiles(folder);
  const answer = async (path: string, accepts: string, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.headers(portalHeaders);
    const isAsset = path.startsWith('assets/');
    const file = (await files.find(path)) ?? (isAsset ? null : await files.find('index.html'));
    if (file === null && isAsset) {
      reply.callNotFound();
      return reply;
    }
    if (file === null) return notBuilt(reply);
    const { type, bytes, encoding, etag } = await files.read(file, accepts);
    void reply.headers({
      'cache-control': isAsset ? caching.hashed : caching.other,
      etag,
      vary: 'accept-encoding',
    });
    if (encoding !== null) void reply.header('content-encoding', encoding);
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  };
  app.get('/portal', (request, reply) => answer('', acceptOf(request.headers), reply));
  app.get<{ Params: { '*': string } }>('/portal/*', (request, reply) =>
    answer(request.params['*'], acceptOf(request.headers), reply),
  );
};

function acceptOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  return String(headers['accept-encoding'] ?? '');
}

function notBuilt(reply: FastifyReply): FastifyReply {
  const text =
    'The portal has not been built here yet. Start the service with `npm start`, which builds it.\n';
  return reply.code(503).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
