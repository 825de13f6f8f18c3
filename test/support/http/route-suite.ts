import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationCase } from './operation-case.ts';
import { openShop, type Shop } from './shop.ts';

export const describeUnknownRoutes = ({ path, validParameters: good }: OperationCase): void => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  describe(`routes similar to ${path}`, () => {
    const beside = [`${path}//`, `${path}x`, `/v2${path}`, `/v1/v1${path}`, '/', '/%zz', `${path}%00`];
    it.each(beside)('%s is not found, with or without a key', async (url) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = { 'Ocp-Apim-Subscription-Key': shop.north.key, 'content-type': 'nonsense;;' };
        const { status, text } = await shop.send(method, url, method === 'GET' ? {} : headers);
        expect([method, status, text]).toEqual([
          method,
          404,
          '{ "statusCode": 404, "message": "Resource not found" }',
        ]);
      }
    });

    it.each([`${path}/`, path.toUpperCase(), `/V1${path}/`])('%s means the same', async (url) => {
      const query = new URLSearchParams(good(shop)).toString();
      const headers = { 'Ocp-Apim-Subscription-Key': shop.north.key };
      const plain = await shop.get(path, good(shop));
      const { status, text } = await shop.send('GET', `${url}?${query}`, headers);
      expect([status, text]).toEqual([200, plain.text]);
      expect((await shop.send('POST', url)).status).toBe(405);
      expect((await shop.send('OPTIONS', url)).status).toBe(204);
    });

    it('/v1 is an alias', async () => {
      const [plain, alias] = await Promise.all([path, `/v1${path}`].map((url) => shop.get(url, good(shop))));
      expect(alias?.status).toBe(200);
      expect(alias?.text).toBe(plain?.text);
    });
  });
};

export const describeMethods = ({ path, validParameters: good }: OperationCase): void => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());
  const url = () => `${path}?${new URLSearchParams(good(shop)).toString()}`;
  const headers = () => ({ 'Ocp-Apim-Subscription-Key': shop.north.key });

  describe(`methods of ${path}`, () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
      '%s is not allowed, with or without a key',
      async (method) => {
        for (const given of [{}, headers(), { 'content-type': 'nonsense;;', 'content-length': '3' }]) {
          const { status, text, headers: answered } = await shop.send(method, url(), given);
          expect([status, text]).toEqual([405, '{ "statusCode": 405, "message": "Method not allowed" }']);
          expect(answered['allow']).toBe('GET, HEAD, OPTIONS');
        }
      },
    );

    it('HEAD has the headers of GET and no body', async () => {
      const get = await shop.send('GET', url(), headers());
      const head = await shop.send('HEAD', url(), headers());
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['etag', 'content-type', 'content-length', 'x-kindred-version', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    });

    it('OPTIONS answers a preflight without a key', async () => {
      const asking = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
      const { status, headers: answered } = await shop.send('OPTIONS', url(), asking);
      expect(status).toBe(204);
      expect(answered['access-control-allow-headers']).toContain('Ocp-Apim-Subscription-Key');
      expect(answered['access-control-allow-origin']).toBe('*');
    });

    it('a preflight allows what the page asks for, and only header names', async () => {
      const allowed = async (wanted: string) =>
        (await shop.send('OPTIONS', url(), { 'access-control-request-headers': wanted })).headers[
          'access-control-allow-headers'
        ];
      expect(await allowed('x-custom, traceparent')).toBe('x-custom, traceparent');
      for (const hostile of ['a b', 'a,,b', 'a;b', `x${'y'.repeat(1000)}`])
        expect(await allowed(hostile)).toContain('X-Kindred-Shopper');
    });

    it('If-None-Match: 304 without a body, for every form of the list', async () => {
      const { etag = '' } = (await shop.send('GET', url(), headers())).headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await shop.get(path, good(shop), { ...headers(), 'if-none-match': known });
        expect([response.status, response.text, response.headers['etag']]).toEqual([304, '', etag]);
        // A cache would copy them to its stored answer.
        expect([response.headers['content-type'], response.headers['content-length']]).toEqual([
          undefined,
          undefined,
        ]);
      }
      const changed = await shop.get(path, good(shop), { ...headers(), 'if-none-match': '"other"' });
      expect(changed.status).toBe(200);
    });

    it('a valid request id of the caller is kept, an invalid one is replaced', async () => {
      const kept = await shop.get(path, good(shop), { ...headers(), 'x-request-id': 'mine-1' });
      expect(kept.headers['x-request-id']).toBe('mine-1');
      const replaced = await shop.get(path, good(shop), { ...headers(), 'x-request-id': 'no spaces please' });
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });
};
