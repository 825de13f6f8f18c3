import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callOperation } from './operations.ts';

describe('callOperation', () => {
  let server: Server;
  let answer = { status: 200, body: '{"documents":[],"resultCount":0}' };
  let last: { url: string; headers: IncomingHttpHeaders };

  beforeAll(async () => {
    server = createServer(({ url = '', headers }, response) => {
      last = { url, headers };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const realFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${base}${path}`, init));
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await new Promise((closed) => server.close(closed));
  });

  const call = () =>
    callOperation({
      path: '/search/imagesearch',
      parameters: { btr: 'x', identifier: 'a b&c' },
      key: 'secret',
    });

  it('calls as a shop does: parameters in the query, the key in its header, no cookie', async () => {
    const { status, body, ms } = await call();
    expect(last.url).toBe('/search/imagesearch?btr=x&identifier=a+b%26c');
    expect(last.headers['ocp-apim-subscription-key']).toBe('secret');
    expect(last.headers.cookie).toBeUndefined();
    expect({ status, body }).toEqual({ status: 200, body: '{\n  "documents": [],\n  "resultCount": 0\n}' });
    expect(Number.isInteger(ms)).toBe(true);
  });

  it('gives a refusal as it came, with its status', async () => {
    answer = { status: 401, body: '{"statusCode":401}' };
    expect(await call()).toMatchObject({ status: 401, body: '{\n  "statusCode": 401\n}' });
  });

  it('leaves an answer that is no JSON as it is', async () => {
    answer = { status: 502, body: 'Bad gateway' };
    expect(await call()).toMatchObject({ status: 502, body: 'Bad gateway' });
  });
});
