import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../fetch/guarded-fetch.ts';
import { type PictureIndex, openPictureIndex, openPictureStore } from './picture-caches.ts';
import { createFindPicture, type FindPicture, pictureLimits } from './find-picture.ts';

const day = 24 * 60 * 60 * 1000;
const guarded = createGuardedFetch({ allow: ['127.0.0.1'] });

let folder: string;
let base: string;
let index: PictureIndex;
let clock: number;
let requests: { url: string; condition: string | undefined }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const server = createServer((request, response) => {
  requests.push({ url: request.url ?? '', condition: request.headers['if-none-match'] });
  answer(request, response);
});

/** Serves one picture with an ETag, and answers 304 if the client has it. */
const serving = (picture: string) => (request: IncomingMessage, response: ServerResponse) => {
  const etag = `"${picture}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
  else response.writeHead(200, { etag }).end(picture);
};

const finder = (more: { recheckAfterMs?: number } = {}): FindPicture =>
  createFindPicture({
    ...more,
    folder,
    fetch: guarded.fetch,
    index,
    store: openPictureStore(folder),
    signal: new AbortController().signal,
    now: () => new Date(clock),
    retry: { attempts: 3, firstDelayMs: 1, maximumDelayMs: 5 },
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-pictures-'));
  index = openPictureIndex(folder);
  clock = Date.parse('2026-01-01T00:00:00Z');
  requests = [];
  answer = serving('first');
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  index.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

describe('the picture at an address', () => {
  it('is downloaded once, and not requested again for a week', async () => {
    const first = await finder()([`${base}/a.jpg`]);
    clock += 6 * day;
    const second = await finder()([`${base}/a.jpg`]);
    expect([first.kind, second.kind, requests.length]).toEqual(['bytes', 'seen', 1]);
  });

  it('is then requested by its ETag, and not sent again if unchanged', async () => {
    await finder()([`${base}/a.jpg`]);
    clock += 8 * day;
    expect((await finder()([`${base}/a.jpg`])).kind).toBe('seen');
    expect(requests[1]?.condition).toBe('"first"');
    clock += day;
    await finder()([`${base}/a.jpg`]);
    expect(requests).toHaveLength(2);
  });

  it('is requested again after the configured time', async () => {
    await finder()([`${base}/a.jpg`]);
    clock += day;
    await finder({ recheckAfterMs: 2 * day })([`${base}/a.jpg`]);
    expect(requests).toHaveLength(1);
    answer = serving('second');
    expect((await finder({ recheckAfterMs: 0 })([`${base}/a.jpg`])).kind).toBe('bytes');
  });

  it('is downloaded again when the server has changed it', async () => {
    const before = await finder()([`${base}/a.jpg`]);
    clock += 8 * day;
    answer = serving('second');
    const after = await finder()([`${base}/a.jpg`]);
    expect(after.kind).toBe('bytes');
    expect(after).not.toMatchObject({ hash: before.kind === 'bytes' && before.hash });
  });

  it('is read from the store for a new model', async () => {
    await finder()([`${base}/a.jpg`]);
    const again = await finder()([`${base}/a.jpg`], true);
    expect(again.kind === 'bytes' && Buffer.from(again.bytes).toString()).toBe('first');
    expect(requests).toHaveLength(1);
  });

  it('is downloaded again if its bytes are needed and lost, even if unchanged', async () => {
    await finder()([`${base}/a.jpg`]);
    await rm(join(folder, 'originals'), { recursive: true });
    const again = await finder()([`${base}/a.jpg`], true);
    expect(again.kind === 'bytes' && Buffer.from(again.bytes).toString()).toBe('first');
    expect(requests.map(({ condition }) => condition)).toEqual([undefined, undefined]);
  });

  it('is requested again after a server error or a broken connection', async () => {
    answer = (_, response) => {
      if (requests.length === 1) response.writeHead(503).end();
      else if (requests.length === 2) {
        response.writeHead(200, { 'content-length': 100 });
        response.write('half', () => response.destroy());
      } else response.end('whole');
    };
    const found = await finder()([`${base}/a.jpg`]);
    expect(found.kind === 'bytes' && Buffer.from(found.bytes).toString()).toBe('whole');
  });

  it.each([
    [
      'missing',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(404).end(),
      'its address answers 404',
    ],
    [
      'larger than 10 MB',
      (_: IncomingMessage, response: ServerResponse) => response.end(Buffer.alloc((10 << 20) + 1)),
      'larger than 10 MB',
    ],
  ])('that is %s has a reason', async (_, serve, reason) => {
    answer = serve;
    expect(await finder()([`${base}/a.jpg`])).toEqual({ kind: 'none', reason });
  });

  it('in the private network is refused, which does not count as a failure of the host', async () => {
    const found = await finder()(['http://169.254.169.254/latest/meta-data', `${base}/a.jpg`]);
    expect(found.kind).toBe('bytes');
    expect(await finder()(['http://[::1]/a.jpg'])).toEqual({
      kind: 'none',
      reason: '::1 is not on the public internet: it is not asked',
    });
  });

  it('is one of at most six parallel downloads', async () => {
    let open = 0;
    let most = 0;
    const pending: (() => void)[] = [];
    answer = (_, response) => {
      most = Math.max(most, ++open);
      pending.push(() => {
        open--;
        response.end('x');
      });
      // No request is answered before the limit is reached, so that one more would arrive while they wait.
      if (most >= pictureLimits.perHost) setTimeout(() => pending.splice(0).forEach((end) => end()), 5);
    };
    const find = finder();
    await Promise.all(Array.from({ length: 40 }, (_, place) => find([`${base}/${place}.jpg`])));
    expect(most).toBe(pictureLimits.perHost);
  });
});

describe('the picture in a folder', () => {
  it('is found by name, never outside the folder; the next name is tried when one is missing', async () => {
    await writeFile(join(folder, 'a.jpg'), 'here');
    expect((await finder()(['missing.jpg', '/a.jpg'])).kind).toBe('bytes');
    expect(await finder()(['../../etc/passwd'])).toEqual({
      kind: 'none',
      reason: 'named outside the image folder',
    });
    expect(await finder()(['missing.jpg'])).toEqual({ kind: 'none', reason: 'not in the image folder' });
  });
});

describe('a picture in a folder that was read before', () => {
  it('is not read again until the file changes', async () => {
    const file = join(folder, 'here.jpg');
    await writeFile(file, 'first');
    const first = await finder()(['here.jpg']);
    expect(first.kind).toBe('bytes');
    expect(await finder()(['here.jpg'])).toMatchObject({
      kind: 'seen',
      hash: first.kind === 'bytes' && first.hash,
    });
    expect((await finder()(['here.jpg'], true)).kind).toBe('bytes');
    await writeFile(file, 'other');
    const changed = await finder()(['here.jpg']);
    expect(changed.kind === 'bytes' && Buffer.from(changed.bytes).toString()).toBe('other');
  });
});
