import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendFile, sendNotBuilt } from '../adapter/static-files.ts';

const entryFile = 'kindred.js';

/** Public scripts for the pages of any shop: they contain no data. */
const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const caching = {
  /** Shops link to this fixed name, so it cannot carry a hash; caches refresh it after an hour. */
  entry: 'public, max-age=3600',
  /** The name of an optional part carries a hash of its content. */
  part: 'public, max-age=31536000, immutable',
  /** A part of an older version: the next load of the entry names the new one. */
  missing: 'no-store',
} as const;

export const storefrontRoutes = (app: FastifyInstance, folder: string): void => {
  const files = createStaticFiles(folder);
  app.get(`/storefront/${entryFile}`, async (request, reply) => {
    void reply.headers(headers);
    const file = await files.find(entryFile);
    if (file === null) return sendNotBuilt(reply, 'The components have');
    return sendFile(reply, await files.read(file, acceptedEncodings(request.headers)), caching.entry);
  });
  const sendPart = async (
    request: FastifyRequest<{ Params: { file: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    void reply.headers(headers);
    const file = await files.find(`parts/${request.params.file}`);
    if (file === null)
      return reply
        .code(404)
        .header('cache-control', caching.missing)
        .type('text/plain; charset=utf-8')
        .send('There is no such part in this version.\n');
    return sendFile(reply, await files.read(file, acceptedEncodings(request.headers)), caching.part);
  };
  app.get<{ Params: { file: string } }>('/storefront/parts/:file', sendPart);
};
