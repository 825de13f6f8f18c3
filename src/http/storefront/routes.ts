import type { FastifyInstance, FastifyReply } from 'fastify';
import { createStaticFiles, sendNotBuilt } from '../adapter/static-files.ts';

const entryFile = 'kindred.js';
const packageFiles = ['kindred-client.tgz', 'kindred-react.tgz', 'kindred-vue.tgz'] as const;

/** Public scripts for the pages of any shop, and packages for its programs: they contain no data. */
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
  /** A package of a fixed name: an install after an upgrade gets the new one. */
  package: 'no-cache',
  /** A part of an older version: the next load of the entry names the new one. */
  missing: 'no-store',
} as const;

type FileRoute = { Params: { file: string } };

const sendMissing = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', caching.missing)
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`);

export const storefrontRoutes = (app: FastifyInstance, folder: string): void => {
  const send = createStaticFiles(folder);
  app.get(`/storefront/${entryFile}`, async (_request, reply) => {
    void reply.headers(headers);
    if (await send(reply, entryFile, caching.entry)) return reply;
    return sendNotBuilt(reply, 'The components have');
  });
  app.get<FileRoute>('/storefront/parts/:file', async (request, reply) => {
    void reply.headers(headers);
    if (await send(reply, `parts/${request.params.file}`, caching.part)) return reply;
    return sendMissing(reply, 'There is no such part in this version.');
  });
};

/** Packages that are installed by their address: `npm install https://…/clients/kindred-react.tgz`. */
export const clientRoutes = (app: FastifyInstance, folder: string): void => {
  const send = createStaticFiles(folder);
  app.get<FileRoute>('/clients/:file', async (request, reply) => {
    void reply.headers(headers);
    const name = packageFiles.find((each) => each === request.params.file);
    if (name === undefined)
      return sendMissing(reply, `There is no such package. Served here: ${packageFiles.join(', ')}.`);
    if (await send(reply, name, caching.package)) return reply;
    return sendNotBuilt(reply, 'The packages have');
  });
};
