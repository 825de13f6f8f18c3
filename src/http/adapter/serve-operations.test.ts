import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { type RunningServer, startServer } from '../server.ts';
import { createTrust } from './networks.ts';
import { findAddress } from './serve-operations.ts';

let shop: Shop;
let server: RunningServer;
beforeAll(async () => {
  shop = await openShop({ publicUrl: 'https://kindred.example' });
  server = await startServer(shop.app, { host: '127.0.0.1', port: 0, graceMs: 10 });
});
afterAll(async () => {
  await server.stop();
  await shop.close();
});

type Received = { status: number; headers: Record<string, unknown>; body: Buffer };

const call = (method: string, path: string, headers: Record<string, string>): Promise<Received> =>
  new Promise((resolve, reject) => {
    const options = { method, headers: { connection: 'close', ...headers } };
    const sent = httpRequest(`${server.url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end();
  });

/** Headers of the connection, which the framework's test call does not have. */
const withoutTransport = ({
  date: _,
  connection: __,
  'keep-alive': ___,
  ...headers
}: Record<string, unknown>) => headers;

const imagePath = () => `/search/imagesearch?btr=${shop.north.search.tracker}`;
const relatedPath = () => `/relatedsearches/keywords?btr=${shop.north.relatedKeywords.tracker}`;
const key = () => ({ 'ocp-apim-subscription-key': shop.north.key });

describe('an operation', () => {
  it.each<[string, () => string, () => Record<string, string>]>([
    ['an answer', () => `${imagePath()}&identifier=p0`, key],
    ['the same again', () => `${imagePath()}&identifier=p0`, key],
    ['the alias', () => `/v1${imagePath()}&identifier=p0`, key],
    ['keywords', () => `${relatedPath()}&pattern=shirt`, key],
    [
      'a compressed answer',
      () => `${imagePath()}&identifier=p0`,
      () => ({ ...key(), 'accept-encoding': 'gzip' }),
    ],
    ['an explanation', () => `${relatedPath()}&pattern=lamp&page=2`, key],
    [
      'a key in the query',
      () => `${imagePath()}&identifier=p0&subscription-key=${shop.north.key}`,
      () => ({}),
    ],
    ['no key', () => `${imagePath()}&identifier=p0`, () => ({})],
    ['a wrong key', () => `${imagePath()}&identifier=p0`, () => ({ 'ocp-apim-subscription-key': 'x' })],
    ['no parameters', () => '/search/imagesearch', key],
    ['a wrong parameter', () => `${imagePath()}&identifier=p0&top=x`, key],
    ['another path', () => '/search/nothing', key],
  ])('is answered before the framework as by it: %s', async (_name, path, headers) => {
    const sent = { ...headers(), host: 'shop.example', 'x-request-id': 'one-and-the-same' };
    const before = await call('GET', path(), sent);
    const framework = await shop.app.inject({ method: 'GET', url: path(), headers: sent });
    expect(before.status).toBe(framework.statusCode);
    expect(withoutTransport(before.headers)).toEqual(withoutTransport(framework.headers));
    expect(before.body.equals(framework.rawPayload)).toBe(true);
    expect(before.headers['x-request-id']).toBe('one-and-the-same');
    expect(before.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it.each(['HEAD', 'OPTIONS'] as const)('is answered as by the framework with %s', async (method) => {
    const url = `${imagePath()}&identifier=p0`;
    const headers = { ...key(), host: 'shop.example', 'x-request-id': 'one-and-the-same' };
    const direct = await call(method, url, headers);
    const framework = await shop.app.inject({ method, url, headers });
    expect(direct.status).toBe(framework.statusCode);
    expect(withoutTransport(direct.headers)).toEqual(withoutTransport(framework.headers));
    expect(direct.body).toHaveLength(0);
  });

  it('sends nothing but headers when the caller has the answer', async () => {
    const path = `${imagePath()}&identifier=p2`;
    const { headers } = await call('GET', path, key());
    const unchanged = await call('GET', path, { ...key(), 'if-none-match': String(headers['etag']) });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers['content-length']).toBeUndefined();
  });

  it('compresses what a browser asks for, to the same text', async () => {
    const path = `${imagePath()}&identifier=p4`;
    const plain = await call('GET', path, key());
    const packed = await call('GET', path, { ...key(), 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  });

  it('leaves HEAD, OPTIONS and bodies to the framework', async () => {
    const path = `${imagePath()}&identifier=p0`;
    const get = await call('GET', path, key());
    const head = await call('HEAD', path, key());
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(get.body.length),
    ]);
    expect((await call('OPTIONS', path, {})).status).toBe(204);
    expect((await call('POST', path, { ...key(), 'content-length': '0' })).status).toBe(405);
    expect((await call('GET', path, { ...key(), 'content-length': '0' })).status).toBe(200);
  });

  it('counts each call once, kept or not', async () => {
    const count = async (): Promise<number> => {
      const text = (await shop.app.inject({ method: 'GET', url: '/metrics' })).body;
      const line = /^kindred_requests_total\{operation="imageSearch",status="200"\} (\d+)/m.exec(text);
      return Number(line?.[1] ?? 0);
    };
    const before = await count();
    for (const _ of [1, 2, 3]) await call('GET', `${imagePath()}&identifier=p6`, key());
    expect((await count()) - before).toBe(3);
  });
});

describe('a connection with calls of operations', () => {
  const head = () => `Host: shop.example\r\nOcp-Apim-Subscription-Key: ${shop.north.key}\r\n`;
  const encode = (identifier: string, more = '') =>
    `GET ${imagePath()}&identifier=${identifier} HTTP/1.1\r\n${head()}${more}\r\n`;

  const open = async (): Promise<Socket> => {
    const socket = connect({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** Everything that arrives until there are so many answers, or the other side closes. */
  const readAnswers = (socket: Socket, count: number): Promise<string[]> =>
    new Promise((resolve) => {
      let text = '';
      const list = () => text.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer !== '');
      const isWhole = (answer: string): boolean => {
        const [first = '', body = ''] = answer.split('\r\n\r\n');
        return body.length >= Number(/content-length: (\d+)/i.exec(first)?.[1] ?? Number.POSITIVE_INFINITY);
      };
      socket.on('data', (data) => {
        text += data.toString('latin1');
        if (list().length === count && list().every(isWhole)) resolve(list());
      });
      socket.on('end', () => resolve(list()));
      socket.on('close', () => resolve(list()));
    });
  const bodies = (answers: readonly string[]) => answers.map((answer) => answer.split('\r\n\r\n')[1]);

  it('answers one call after the other, and stays open', async () => {
    const socket = await open();
    for (const identifier of ['p0', 'p1', 'p0']) {
      const answered = readAnswers(socket, 1);
      socket.write(encode(identifier));
      const [answer = ''] = await answered;
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=\d+\r\n/);
      expect(answer).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/);
      socket.removeAllListeners('data');
    }
    socket.destroy();
  });

  it('answers a request that is cut anywhere like a whole one', async () => {
    const request = encode('p0', 'x-request-id: cut\r\n');
    const whole = await open();
    const expected = readAnswers(whole, 1);
    whole.write(request);
    const [answer] = bodies(await expected);
    whole.destroy();
    for (let cut = 1; cut < request.length; cut += 7) {
      const socket = await open();
      const answered = readAnswers(socket, 1);
      socket.setNoDelay(true);
      socket.write(request.slice(0, cut));
      await setImmediate();
      socket.write(request.slice(cut));
      expect(bodies(await answered)).toEqual([answer]);
      socket.destroy();
    }
  });

  it('answers calls that come together in their order', async () => {
    const socket = await open();
    const answered = readAnswers(socket, 3);
    socket.write(encode('p0') + encode('p1') + encode('p0'));
    const [first, second, third] = bodies(await answered);
    expect(first).toBe(third);
    expect(second).not.toBe(first);
    socket.destroy();
  });

  it('serves everything else on the same connection too', async () => {
    const socket = await open();
    const answered = readAnswers(socket, 3);
    socket.write(encode('p0'));
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(encode('p1'));
    const statuses = (await answered).map((answer) => answer.slice(0, 12));
    expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    socket.destroy();
  });

  it('is closed after the answer when the caller says so, or has closed its side', async () => {
    const closing = await open();
    const closingAnswers = readAnswers(closing, 2);
    closing.write(encode('p0', 'Connection: close\r\n'));
    const [answer = ''] = await closingAnswers;
    expect(answer).toContain('\r\nConnection: close\r\n');
    const half = await open();
    const halfAnswers = readAnswers(half, 2);
    half.end(encode('p1'));
    expect(await halfAnswers).toHaveLength(1);
    for (const socket of [closing, half]) socket.destroy();
  });

  it('answers what follows an answer that is still being sent', async () => {
    const socket = await open();
    const answered = readAnswers(socket, 40);
    for (let each = 0; each < 40; each += 1) {
      socket.write(encode(`p${each % 3}`));
      if (each % 5 === 0) await setImmediate();
    }
    const answers = await answered;
    expect(answers.every((each) => each.startsWith('HTTP/1.1 200 '))).toBe(true);
    expect(new Set(bodies(answers)).size).toBe(3);
    socket.destroy();
  });
});

describe('findAddress', () => {
  const isTrusted = createTrust(['10.0.0.0/8', '::1']);
  it.each<[string, string | undefined, string]>([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['::1', 'not an address', 'not an address'],
  ])('of a connection from %s for %j is %s', (remoteAddress, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(findAddress({ socket: { remoteAddress }, headers }, isTrusted)).toBe(expected);
  });
});
