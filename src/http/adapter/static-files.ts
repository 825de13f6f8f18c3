import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { FastifyReply } from 'fastify';

type StaticFile = { readonly path: string; readonly type: string; readonly mtimeMs: number };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const compressible = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.webmanifest']);

type CachedFile = {
  readonly mtimeMs: number;
  readonly plain: Buffer;
  readonly gzip: Buffer | null;
  readonly br: Buffer | null;
  readonly etag: string;
};

/** The file that the build compressed as well as it can be; null where there is none, or an older one. */
const readCompressed = async ({ path, mtimeMs }: StaticFile): Promise<Buffer | null> => {
  const compressed = `${path}.br`;
  const found = await stat(compressed).catch(() => null);
  return found !== null && found.mtimeMs >= mtimeMs ? readFile(compressed) : null;
};

/**
 * A file in a folder, of one of these types by extension; null: there is none. Links are resolved first, so that neither
 * `..` nor a link leads out of the folder.
 */
export const findFile = async (folder: string, name: string, types: Readonly<Record<string, string>>) => {
  const type = types[extname(name).toLowerCase()];
  if (type === undefined || name.includes('\0')) return null;
  try {
    const path = await realpath(join(folder, name));
    const found = await stat(path);
    const isInside = path.startsWith((await realpath(folder)) + sep);
    return isInside && found.isFile() ? { path, type, size: found.size, mtimeMs: found.mtimeMs } : null;
  } catch {
    return null;
  }
};

/** Serves files of one folder and never from outside it. Files are compressed once and cached: they are few and small. */
export const createStaticFiles = (folder: string) => {
  const cache = new Map<string, CachedFile>();

  const loadFile = async (file: StaticFile): Promise<CachedFile> => {
    const { path, mtimeMs } = file;
    const cached = cache.get(path);
    if (cached?.mtimeMs === mtimeMs) return cached;
    const plain = await readFile(path);
    const isCompressible = compressible.has(extname(path));
    const gzip = isCompressible ? await promisify(compress)(plain, { level: 9 }) : null;
    const br = isCompressible ? await readCompressed(file) : null;
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const entry = { mtimeMs, plain, gzip, br, etag };
    cache.set(path, entry);
    return entry;
  };

  /** Sends a file, in a form that the caller accepts, or 304 when they have it; false: it is not there. */
  return async (reply: FastifyReply, name: string, caching: string): Promise<boolean> => {
    const isHidden = name.split('/').some((part) => part.startsWith('.'));
    const file = isHidden ? null : await findFile(folder, name, types);
    if (file === null) return false;
    const forms = await loadFile(file);
    const { 'accept-encoding': accepted = '', 'if-none-match': known } = reply.request.headers;
    const encodings = ['br', 'gzip'] as const;
    const encoding = encodings.find(
      (each) => forms[each] !== null && new RegExp(`\\b${each}\\b`).test(String(accepted)),
    );
    const etag = encoding === undefined ? forms.etag : forms.etag.replace(/"$/, `-${encoding}"`);
    void reply.headers({ 'cache-control': caching, etag, vary: 'accept-encoding' });
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    if (known === etag) reply.code(304).send();
    else reply.type(file.type).send(forms[encoding ?? 'plain']);
    return true;
  };
};

/** The build of a first start takes seconds. */
const notBuiltRefreshSeconds = 3;

export const sendNotBuilt = (reply: FastifyReply, what: string): FastifyReply =>
  reply
    .code(503)
    .headers({ 'cache-control': 'no-store', refresh: String(notBuiltRefreshSeconds) })
    .type('text/plain; charset=utf-8')
    .send(
      `${what} not been built here yet. \`npm start\` does it while the service runs; this page reloads until it is there.\n`,
    );
