import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compress } from './content-encoding.ts';
import { encodeAnswer, finishAnswer } from './finished-answer.ts';

describe('chooseEncoding', () => {
  it.each<[string | undefined, 'br' | 'gzip' | null]>([
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['deflate', null],
    ['gzip;q=nonsense', null],
    ['gzip;q=2', null],
  ])('of %j is %j', (header, expected) => {
    expect(chooseEncoding(header, 10_000)).toBe(expected);
  });

  it('leaves small bodies as they are', () => {
    expect(chooseEncoding('br', 500)).toBeNull();
  });
});

describe('compress', () => {
  it.each([2_000, 200_000])('gives the same %d bytes back', async (size) => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: size / 4 }, (_, place) => place % 97)));
    expect(brotliDecompressSync(await compress(body, 'br')).equals(body)).toBe(true);
    expect(gunzipSync(await compress(body, 'gzip')).equals(body)).toBe(true);
  });
});

describe('a finished answer', () => {
  const body = Buffer.from(JSON.stringify({ text: 'word '.repeat(1_000) }));
  const querySummary = { boxId: 1, kind: 'pattern', text: 'word', hasResults: true } as const;
  const finished = finishAnswer({
    body,
    version: '7',
    cacheControl: 'private',
    querySummary,
    isReusable: true,
  });
  const encode = async (headers: Record<string, string>) => (await encodeAnswer(finished, headers)).sent;

  it('has the same headers in each form', async () => {
    for (const accepted of ['', 'br', 'gzip']) {
      const { headers } = await encode({ 'accept-encoding': accepted });
      expect(headers).toMatchObject({
        'x-kindred-version': '7',
        'cache-control': 'private',
        vary: 'Origin, Ocp-Apim-Subscription-Key, Accept-Encoding',
      });
      expect(headers['content-encoding']).toBe(accepted === '' ? undefined : accepted);
    }
  });

  it('is compressed once', async () => {
    const first = await encodeAnswer(finished, { 'accept-encoding': 'br' });
    const second = await encodeAnswer(first.answer, { 'accept-encoding': 'br' });
    expect(second.answer).toBe(first.answer);
    expect(second.sent.body).toBe(first.sent.body);
  });

  it('has another strong tag for each form, and is unchanged for whoever has any of them', async () => {
    const tags: string[] = [];
    for (const accepted of ['', 'br', 'gzip'])
      tags.push((await encode({ 'accept-encoding': accepted })).headers['etag'] ?? '');
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      const answer = await encode({ 'if-none-match': tag, 'accept-encoding': 'gzip' });
      expect([answer.status, answer.body.length, answer.headers['etag']]).toEqual([304, 0, tags[2]]);
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
    expect((await encode({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});
