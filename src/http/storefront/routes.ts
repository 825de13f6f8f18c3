import type { FastifyInstance } from 'fastify';
import { acceptedEncodings, createStaticFiles, sendNotBuilt, sendFile } from '../static-files.ts';

export const storefrontFile = 'kindred.js';

/** A module for the pages of any shop: whoever may load it gets nothing by it but the program. */
const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Its name never changes, as shops write it into their pages; an hour later everybody has the new one. */
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
