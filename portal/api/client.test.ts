import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { addressOf, api, fillPath, withQuery } from './client.ts';

describe('fillPath', () => {
  it.each([
    ['/admin/websites/{website}', { website: 'my shop' }, '/admin/websites/my%20shop'],
    ['/admin/websites/{website}', { website: '../system' }, '/admin/websites/..%2Fsystem'],
    ['/admin/websites/{website}', { website: 'a?b#c' }, '/admin/websites/a%3Fb%23c'],
    ['/a/{x}/{y}', { x: '{y}', y: '1' }, '/a/%7By%7D/1'],
    ['/admin/session', undefined, '/admin/session'],
  ])('%s with %o is %s', (path, params, expected) => {
    expect(fillPath(path, params)).toBe(expected);
  });
});

describe('withQuery', () => {
  it('leaves out what is empty, and keeps zero and false', () => {
    expect(withQuery('/x', { a: '', b: null, c: undefined })).toBe('/x');
    expect(withQuery('/x', { page: 0, compare: false, q: 'red & blue' })).toBe(
      '/x?page=0&compare=false&q=red+%26+blue',
    );
  });
});

describe('addressOf', () => {
  it('gives the address that the browser opens itself', () => {
    expect(addressOf('/admin/websites/{website}/analytics.csv', { website: 'demo' })).toBe(
      '/admin/websites/demo/analytics.csv',
    );
  });
});

describe('api', () => {
  let server: Server;
  let base: string;
  let answer: { status: number; body: string; headers?: Record<string, string> };
  const requests: { method: string; url: string; type: string; body: string }[] = [];

  const readBody = async (request: IncomingMessage): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const { method = '', url = '', headers } = request;
        requests.push({ method, url, type: headers['content-type'] ?? '', body });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    // The browser resolves paths against the page; Node has no page.
    const realFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${base}${path}`, init));
  });
  afterEach(() => void requests.splice(0));
  afterAll(async () => {
    vi.unstubAllGlobals();
    await new Promise((closed) => server.close(closed));
  });

  it('sends method, filled path, query and JSON body, and reads the answer', async () => {
    answer = { status: 200, body: '{"entries":[],"count":0,"pageSize":50}' };
    await expect(
      api.get('/admin/websites/{website}/audit', {
        params: { website: 'a b' },
        query: { page: 2, actor: '' },
      }),
    ).resolves.toEqual({ entries: [], count: 0, pageSize: 50 });
    await api.put('/admin/websites/{website}/members/{email}', {
      params: { website: 'demo', email: 'x@y.example' },
      body: { role: 'viewer' },
    });
    expect(requests).toEqual([
      { method: 'GET', url: '/admin/websites/a%20b/audit?page=2', type: '', body: '' },
      {
        method: 'PUT',
        url: '/admin/websites/demo/members/x%40y.example',
        type: 'application/json',
        body: '{"role":"viewer"}',
      },
    ]);
  });

  it('sends no body and no content type where there is none', async () => {
    answer = { status: 204, body: '' };
    await expect(api.remove('/admin/session')).resolves.toBeUndefined();
    expect(requests).toEqual([{ method: 'DELETE', url: '/admin/session', type: '', body: '' }]);
  });

  it('sends a feed as a form', async () => {
    answer = { status: 202, body: '{}' };
    const body = new FormData();
    body.set('feed', new File(['a,b'], 'feed.csv'));
    await api.post('/admin/websites/{website}/datasets/{dataset}/imports', {
      params: { website: 'demo', dataset: 'catalogue' },
      body,
    });
    expect(requests[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(requests[0]?.body).toContain('filename="feed.csv"');
  });

  it('throws what the service says, with its request id', async () => {
    const body = { code: 'conflict', message: 'Taken.', reason: 'name-taken', values: { name: 'x' } };
    answer = { status: 409, body: JSON.stringify(body), headers: { 'x-request-id': 'r-1' } };
    const error: unknown = await api
      .post('/admin/tokens', { body: { name: 'x', password: 'p' } })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Taken.',
      requestId: 'r-1',
      fault: { reason: 'name-taken', values: { name: 'x' } },
    });
  });

  it('throws an error with the status where a proxy answers with no JSON', async () => {
    answer = { status: 502, body: '<h1>Bad gateway</h1>' };
    await expect(api.get('/admin/session')).rejects.toMatchObject({
      status: 502,
      message: 'The service answered 502.',
      code: 'internal',
      requestId: null,
    });
  });

  it('passes on that a request was given up', async () => {
    answer = { status: 200, body: '{}' };
    await expect(
      api.get('/admin/websites/{website}/datasets/{dataset}/products', {
        params: { website: 'demo', dataset: 'catalogue' },
        signal: AbortSignal.abort(),
      }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
