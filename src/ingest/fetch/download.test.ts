import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Download, download, paceDefaults } from './download.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const retry = { attempts: 5, firstDelayMs: 1, maximumDelayMs: 5 };

const guarded = createGuardedFetch({ allow: ['127.0.0.1'] });
let folder = '';
let url = '';
let content = Buffer.alloc(0);
/** Bytes after which the server drops the connection, once for each entry. */
let drops: number[] = [];
let requests: IncomingMessage['headers'][] = [];
/** Sends a byte now and then, without end. */
let drips = false;
/** Runs on the server before the client tries again. */
let afterDrop: () => unknown;
let tag: (bytes: Buffer) => string;

const serve = (request: IncomingMessage, response: ServerResponse): void => {
  requests.push(request.headers);
  if (drips) {
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
    return;
  }
  const etag = tag(content);
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const from = request.headers['if-range'] === etag && asked !== undefined ? Number(asked) : 0;
  const body = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  });
  const drop = drops.shift();
  if (drop === undefined) return void response.end(body);
  response.write(body.subarray(0, drop));
  void written(from + drop).then(() => {
    afterDrop();
    response.destroy();
  });
};

/** Waits until the client has written this many bytes: a connection that is dropped earlier may lose them. */
const written = async (bytes: number): Promise<void> => {
  const sizeOf = async () => (await stat(join(folder, 'feed.partial')).catch(() => null))?.size ?? 0;
  while ((await sizeOf()) < bytes) await sleep(5);
};

const server = createServer(serve);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-download-'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
  content = Buffer.alloc(300_000, 'abcdefg');
  drops = [];
  drips = false;
  requests = [];
  afterDrop = () => undefined;
  tag = (bytes) => `"${createHash('sha1').update(bytes).digest('hex')}"`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const get = (extra: Partial<Pick<Download, 'maximumBytes' | 'pace'>> = {}) =>
  download(guarded.fetch, { url, file: join(folder, 'feed'), retry, ...extra });

describe('a download', () => {
  it('is fetched once, and not again if the server says it is unchanged', async () => {
    expect(await get()).toBe('changed');
    expect(await get()).toBe('unchanged');
    content = Buffer.from('new');
    expect(await get()).toBe('changed');
    expect(await readFile(join(folder, 'feed'), 'utf8')).toBe('new');
  });

  it('is resumed where it was interrupted', async () => {
    drops = [100_000, 50_000];
    expect(await get()).toBe('changed');
    expect(await readFile(join(folder, 'feed'))).toEqual(content);
    expect(requests.map(({ range }) => range === undefined)).toEqual([true, false, false]);
    expect((await readdir(folder)).sort()).toEqual(['feed', 'feed.about.json']);
  });

  it('starts again if the file has changed', async () => {
    drops = [100_000];
    const changed = Buffer.alloc(200_000, 'xyz');
    afterDrop = () => (content = changed);
    expect(await get()).toBe('changed');
    expect(requests[1]?.range).toMatch(/^bytes=\d+-$/);
    expect(await readFile(join(folder, 'feed'))).toEqual(changed);
  });

  it('is not resumed by a weak ETag', async () => {
    tag = () => 'W/"same"';
    drops = [100_000];
    expect(await get()).toBe('changed');
    expect(requests.map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(await readFile(join(folder, 'feed'))).toEqual(content);
  });

  it('over the limit is refused, and the previous file is kept', async () => {
    content = Buffer.from('small');
    await get();
    content = Buffer.alloc(2_000_000, 'x');
    await expect(get({ maximumBytes: 1_000_000 })).rejects.toThrow('larger than 1 MB');
    expect(await readFile(join(folder, 'feed'), 'utf8')).toBe('small');
  });
});

describe('a server that sends a few bytes now and then', () => {
  it('is given up when it sends less than the least rate', async () => {
    drips = true;
    const pace = { ...paceDefaults, windowMs: 100, bytesPerWindow: 1_000 };
    await expect(get({ pace })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The download was stopped: the server sent \d+ bytes/) as string,
    });
    expect(requests).toHaveLength(1);
  });

  it('is given up after the deadline', async () => {
    drips = true;
    const pace = { ...paceDefaults, deadlineMs: 100 };
    await expect(get({ pace })).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('does not affect a download that is fast enough', async () => {
    expect(await get({ pace: { deadlineMs: 60_000, windowMs: 20_000, bytesPerWindow: 1_000 } })).toBe(
      'changed',
    );
  });
});
