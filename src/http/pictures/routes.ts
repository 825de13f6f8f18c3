import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';

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
    const picture = await pictureFile(imageFolder(request.params.dataset), request.params['*']);
    if (picture === null) return reply.callNotFound();
    return reply
      .headers({
        'content-type': picture.type,
        'content-length': picture.bytes,
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      .send(createReadStream(picture.file));
  });
};

/** Resolves symbolic links before the folder check, so that neither `..` nor a link leads out of it. */
const pictureFile = async (
  folder: string | null,
  name: string,
): Promise<{ file: string; type: string; bytes: number } | null> => {
  const type = types[extname(name).toLowerCase()];
  if (folder === null || type === undefined || name.includes('\0')) return null;
  try {
    const file = await realpath(join(folder, name));
    if (!file.startsWith((await realpath(folder)) + sep)) return null;
    const { size, isFile } = await stat(file).then((stats) => ({
      size: stats.size,
      isFile: stats.isFile(),
    }));
    return isFile ? { file, type, bytes: size } : null;
  } catch {
    return null;
  }
};
