import type { FastifyInstance } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendNotBuilt, sendFile } from '../adapter/static-files.ts';

const storefrontFile = 'kindred.js';

/** A public script for the pages of any shop: it contains no data. */
const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Shops link to this fixed name, so it cannot carry a hash; caches refresh it after an hour. */
const caching = 'public, max-age=3600';

export const storefrontRoutes = (app: FastifyInstance, folder: string): void => {
  const files = createStaticFiles(folder);
  app.get(`/storefront/${storefrontFile}`, async (request, reply) => {
    void reply.headers(headers);
    const file = await files.find(storefrontFile);
    if (file === null) return sendNotBuilt(reply, 'The components have');
    return sendFile(reply, await files.read(file, acceptedEncodings(request.headers)), caching);
  });
};
