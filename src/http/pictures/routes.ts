import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { findFile } from '../adapter/static-files.ts';

/** The folder of a dataset's relative image names, by the dataset's tracker. */
export type ImageFolder = (dataset: string) => string | null;

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Serves pictures of feeds that name files in a folder, so that browsers get a URL for them. */
export const pictureRoutes = (app: FastifyInstance, imageFolder: ImageFolder): void => {
  app.get<{ Params: { dataset: string; '*': string } }>('/pictures/:dataset/*', async (request, reply) => {
    const folder = imageFolder(request.params.dataset);
    const picture = folder === null ? null : await findFile(folder, request.params['*'], types);
    if (picture === null) return reply.callNotFound();
    return reply
      .headers({
        'content-type': picture.type,
        'content-length': picture.size,
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      .send(createReadStream(picture.path));
  });
};
