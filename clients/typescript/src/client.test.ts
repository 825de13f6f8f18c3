import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient, KindredError } from './client.ts';

type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };
type Handler = (
  request: IncomingMessage,
  attempt: number,
) => Reply | 'hang' | 'reset' | 'hang in the body' | 'break off in the body';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers each attempt as instructed, and remembers the requests. */
const startServer = async (handler: Handler) => {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(response, handler(request, requests.length));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
};

const answer = (response: ServerResponse, reply: ReturnType<Handler>): void => {
  if (reply === 'hang') return;
  if (reply === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (reply === 'hang in the body' || reply === 'break off in the body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"sugg', () => reply === 'break off in the body' && response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
};

const found: Reply = {
  status: 200,
  headers: { etag: '"1"', 'x-request-id': 'r-1', 'x-kindred-version': 'v7' },
  body: { suggestions: [{ text: 'boots', displayText: 'Boots', url: null, dsTracker: null }] },
};

const open = async (handler: Handler, options: Partial<ClientOptions> = {}) => {
  const server = await startServer(handler);
  const client = createClient({ baseUrl: `${server.url}/`, key: 'k', maxRetryDelayMs: 5, ...options });
  return { ...server, client };
};

const query = { btr: '00000000-0000-4000-8000-000000000001', pattern: 'crème & boots' };

describe('a call', () => {
  it('sends the key and the encoded parameters, and returns body, request id and version', async () => {
    const { client, requests } = await open(() => found);
    const result = await client.relatedKeywords(query);
    expect(result).toEqual({ body: found.body, requestId: 'r-1', version: 'v7', fromCache: false });
    expect(requests[0]?.url).toBe(
      '/relatedsearches/keywords?btr=00000000-0000-4000-8000-000000000001&pattern=cr%C3%A8me+%26+boots',
    );
    expect(requests[0]?.headers['ocp-apim-subscription-key']).toBe('k');
  });

  it('leaves out parameters that are undefined', async () => {
    const { client, requests } = await open(() => found);
    const { top } = { top: undefined as number | undefined };
    await client.imageSearch({ btr: query.btr, identifier: 'TR-101', ...(top !== undefined && { top }) });
    expect(requests[0]?.url).toBe(`/search/imagesearch?btr=${query.btr}&identifier=TR-101`);
  });

  it('names the shopper where there is one', async () => {
    const { client, requests } = await open(() => found);
    await client.imageSearch({ btr: query.btr, identifier: 'TR-101' }, { shopper: 'c-1' });
    await client.imageSearch({ btr: query.btr, identifier: 'TR-101' });
    expect(requests.map(({ headers }) => headers['x-kindred-shopper'])).toEqual(['c-1', undefined]);
  });

  it('sends events one per line', async () => {
    const { client, requests } = await open(() => ({ status: 202, body: { accepted: 2 } }));
    await client.sendEvents([
      { action_name: 'click', client_id: 'c', timestamp: '2026-11-01T10:00:00Z' },
      { action_name: 'click', client_id: 'c', timestamp: '2026-11-01T10:00:01Z' },
    ]);
    expect(requests[0]?.body.split('\n').map((line) => JSON.parse(line) as unknown)).toHaveLength(2);
  });
});

describe('changes of products', () => {
  const item = { index: 0, identifier: 'TR-1', warnings: [] };
  const report = { accepted: 1, refused: 0, items: [{ ...item, status: 200, message: null }] };

  it('go to the path of their kind, with their options, as JSON', async () => {
    const { client, requests } = await open(() => ({ status: 200, body: report }));
    const products = [{ identifier: 'TR-1', price: '12.50 EUR', stock: 0 }];
    expect(await client.updateProducts(products, { unknownFields: 'warn' })).toEqual(report);
    await client.addProducts(products, { dataset: 'catalogue' });
    await client.removeProduct('TR/1 ä');
    await client.currentProduct('w-1', 'TR-1');
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /productData/products?unknownFields=warn',
      'POST /productData/products/add?dataset=catalogue',
      'DELETE /productData/product/TR%2F1%20%C3%A4',
      'GET /productData/product/w-1/TR-1',
    ]);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ products });
  });

  it('are reported one by one, also when some or none was accepted', async () => {
    const none = { accepted: 0, refused: 1, items: [{ ...item, status: 404, message: 'TR-1 is not sold.' }] };
    for (const status of [207, 400]) {
      const { client } = await open(() => ({ status, body: none }));
      expect(await client.updateProducts([{ identifier: 'TR-1' }])).toEqual(none);
    }
  });

  it('are refused where the call itself is wrong', async () => {
    const { client } = await open(() => ({ status: 400, body: 'dataset: there are several.' }));
    await expect(client.updateProducts([])).rejects.toMatchObject({
      kind: 'refused',
      message: 'dataset: there are several.',
    });
  });
});

describe('the ETag cache', () => {
  it('confirms a kept answer and returns it again on 304', async () => {
    const { client, requests } = await open((request) =>
      request.headers['if-none-match'] === '"1"' ? { status: 304, headers: { etag: '"1"' } } : found,
    );
    await client.relatedKeywords(query);
    const again = await client.relatedKeywords(query);
    expect(again.fromCache).toBe(true);
    expect(again.body).toEqual(found.body);
    expect(requests[1]?.headers['if-none-match']).toBe('"1"');
  });

  it('forgets the least recently used answer', async () => {
    const { client, requests } = await open(() => found, { cachedAnswers: 2 });
    for (const pattern of ['a', 'b', 'a', 'c', 'a', 'b']) await client.relatedKeywords({ ...query, pattern });
    const conditional = requests.map(({ headers }) => headers['if-none-match'] !== undefined);
    expect(conditional).toEqual([false, false, true, false, true, false]);
  });

  it('keeps nothing when asked to', async () => {
    const { client, requests } = await open(() => found, { cachedAnswers: 0 });
    await client.relatedKeywords(query);
    await client.relatedKeywords(query);
    expect(requests[1]?.headers['if-none-match']).toBeUndefined();
  });
});

describe('retries', () => {
  it.each([429, 500, 502, 503, 504])('tries again after %i', async (status) => {
    const { client, requests } = await open((_, attempt) => (attempt < 3 ? { status, body: 'busy' } : found));
    expect((await client.relatedKeywords(query)).body).toEqual(found.body);
    expect(requests).toHaveLength(3);
  });

  it('tries again after a lost connection', async () => {
    const { client, requests } = await open((_, attempt) => (attempt < 2 ? 'reset' : found));
    await client.relatedKeywords(query);
    expect(requests.length).toBeGreaterThanOrEqual(2);
  });

  it('tries again after an answer that broke off', async () => {
    const { client, requests } = await open((_, attempt) => (attempt < 2 ? 'break off in the body' : found));
    expect((await client.relatedKeywords(query)).body).toEqual(found.body);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['as long as Retry-After asks', { 'retry-after': '7' }, 7000],
    ['a little by itself', {}, 200],
  ])('waits %s', async (_, headers, ms) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answers = [
        new Response('"busy"', { status: 429, headers }),
        new Response('{"suggestions":null}'),
      ];
      const request = vi.fn(async () => answers.shift() ?? Response.error());
      const client = createClient({ baseUrl: 'http://kindred.example', key: 'k', fetch: request });
      const call = client.relatedKeywords(query);
      // The body of the first answer is read before the pause begins.
      while (vi.getTimerCount() === 0) await new Promise((turn) => setImmediate(turn));
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(request).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect((await call).body).toEqual({ suggestions: null });
      expect(request).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends events again after a refusal that passes', async () => {
    const { client, requests } = await open((_, attempt) =>
      attempt < 2
        ? { status: 503, headers: { 'retry-after': '0' }, body: 'busy' }
        : { status: 202, body: { accepted: 1, ignored: 0, refused: [] } },
    );
    const event = { action_name: 'click', client_id: 'c', event_id: 'e-1' };
    expect(await client.sendEvents([event])).toMatchObject({ accepted: 1 });
    expect(requests.map(({ body }) => body)).toEqual([JSON.stringify(event), JSON.stringify(event)]);
  });

  it('gives up at once when Retry-After asks for more than the caller allows', async () => {
    const { client, requests } = await open(() => ({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 60 seconds.' },
    }));
    await expect(client.relatedKeywords(query)).rejects.toMatchObject({
      kind: 'unavailable',
      status: 429,
      message: 'Rate limit is exceeded. Try again in 60 seconds.',
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['seconds', '0'],
    ['a date', new Date(0).toUTCString()],
    ['nonsense', 'soon'],
  ])('reads Retry-After given as %s', async (_, value) => {
    const { client } = await open((__, attempt) =>
      attempt === 1 ? { status: 503, headers: { 'retry-after': value }, body: 'busy' } : found,
    );
    expect((await client.relatedKeywords(query)).body).toEqual(found.body);
  });

  it('stops after the last attempt and says what the service said', async () => {
    const { client, requests } = await open(() => ({ status: 503, body: 'Too many requests.' }), {
      retries: 1,
    });
    await expect(client.relatedKeywords(query)).rejects.toMatchObject({
      kind: 'unavailable',
      status: 503,
      message: 'Too many requests.',
    });
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404])('does not try again after %i', async (status) => {
    const { client, requests } = await open(() => ({
      status,
      headers: { 'x-request-id': 'r-9' },
      body: 'pattern: is missing.',
    }));
    const error = await client.relatedKeywords(query).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(KindredError);
    expect(error).toMatchObject({
      kind: 'refused',
      status,
      requestId: 'r-9',
      message: 'pattern: is missing.',
    });
    expect(requests).toHaveLength(1);
  });

  it('names the status when the body is not JSON', async () => {
    const { client } = await open(() => ({ status: 404 }));
    await expect(client.relatedKeywords(query)).rejects.toThrow('The service answered 404.');
  });
});

describe('ending a call', () => {
  it('ends an attempt after the timeout', async () => {
    const { client } = await open(() => 'hang', { timeoutMs: 20, retries: 0 });
    await expect(client.relatedKeywords(query)).rejects.toMatchObject({ kind: 'timeout', status: null });
  });

  it('ends an answer that stops in the middle', async () => {
    const { client } = await open(() => 'hang in the body', { timeoutMs: 50, retries: 0 });
    await expect(client.relatedKeywords(query)).rejects.toMatchObject({ kind: 'timeout', status: null });
  });

  it('ends with the reason of the signal, before, during and between attempts', async () => {
    const { client } = await open(() => 'hang', { retries: 0 });
    const reason = new Error('left the page');
    await expect(client.relatedKeywords(query, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const during = new AbortController();
    const call = client.relatedKeywords(query, { signal: during.signal });
    during.abort(reason);
    await expect(call).rejects.toBe(reason);

    const between = new AbortController();
    const busy = await open(
      () => {
        setTimeout(() => between.abort(reason), 20);
        return { status: 503, headers: { 'retry-after': '60' }, body: 'busy' };
      },
      { maxRetryDelayMs: 120_000 },
    );
    await expect(busy.client.relatedKeywords(query, { signal: between.signal })).rejects.toBe(reason);
    expect(busy.requests).toHaveLength(1);
  });

  it('says that the service cannot be reached', async () => {
    const { url } = await startServer(() => found);
    for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
    const client = createClient({ baseUrl: url, key: 'k', retries: 0 });
    await expect(client.relatedKeywords(query)).rejects.toMatchObject({ kind: 'unreachable', status: null });
  });
});
