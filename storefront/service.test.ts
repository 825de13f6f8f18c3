import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchAnswer, readService, sendEvent, ServiceFailure } from './service.ts';

/** The part of an element that is read: its attributes. */
const elementWith = (attributes: Record<string, string>): Element =>
  ({ getAttribute: (name: string) => attributes[name] ?? null }) as unknown as Element;

describe('readService', () => {
  it('takes the base of the element, with exactly one slash at its end', () => {
    for (const base of ['https://k.example', 'https://k.example/', 'https://k.example//'])
      expect(readService(elementWith({ base, key: 'abc' }))).toEqual({
        base: 'https://k.example/',
        key: 'abc',
      });
  });

  it('asks where its own module came from when the page names no base', () => {
    expect(readService(elementWith({}))).toEqual({ base: new URL('..', import.meta.url).href, key: '' });
  });
});

describe('calls of the components', () => {
  let server: Server;
  let base: string;
  const usual = { status: 200, body: '{"documents":[]}' };
  let answer: { status: number; body: string } | null = usual;
  const requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        requests.push({ method, url, headers, body });
        const own = { 'x-request-id': 'r-5', 'x-kindred-version': 'v-9' };
        if (answer !== null) response.writeHead(answer.status, own).end(answer.body);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  });
  afterEach(() => void requests.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });

  const ask = (change: { signal?: AbortSignal; shopper?: string; timeoutMs?: number } = {}) => {
    const { signal = new AbortController().signal, shopper = null, timeoutMs = 60_000 } = change;
    const parameters = { btr: 'x', identifier: 'a b' };
    return fetchAnswer(
      { base, key: 'secret' },
      { path: 'search/imagesearch', parameters, shopper, timeoutMs },
      signal,
    );
  };

  it('send the key in its header, and give the answer with its request id and version', async () => {
    expect(await ask()).toEqual({ answer: { documents: [] }, requestId: 'r-5', version: 'v-9' });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/search/imagesearch?btr=x&identifier=a+b' });
    expect(requests[0]?.headers['ocp-apim-subscription-key']).toBe('secret');
    expect(requests[0]?.headers).not.toHaveProperty('x-kindred-shopper');
  });

  it('name the shopper where there is one', async () => {
    await ask({ shopper: 's-1' });
    expect(requests[0]?.headers['x-kindred-shopper']).toBe('s-1');
  });

  it.each([
    [400, '"btr is missing."', 'refused', 'btr is missing.'],
    [401, '{"statusCode":401}', 'refused', 'The service answers 401.'],
    [401, '{"message":"Access denied."}', 'refused', 'Access denied.'],
    [403, '{"message":7}', 'refused', 'The service answers 403.'],
    [404, '""', 'refused', 'The service answers 404.'],
    [429, '{"message":"Try again in 5 seconds."}', 'unavailable', 'Try again in 5 seconds.'],
    [500, '"Request r-5 failed."', 'unavailable', 'Request r-5 failed.'],
    [502, '<html>Bad gateway</html>', 'unavailable', 'The service answers 502.'],
    [200, '<html>Sign in</html>', 'unreadable', 'The answer is not JSON.'],
  ])('turn %i with %s into the failure "%s": %s', async (status, body, reason, message) => {
    answer = { status, body };
    const failure: unknown = await ask().catch((error: unknown) => error);
    answer = usual;
    expect(failure).toBeInstanceOf(ServiceFailure);
    expect(failure).toMatchObject({ reason, message, status });
  });

  it('stop when the element no longer needs the answer', async () => {
    await expect(ask({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });

  it('end when the answer does not come in time', async () => {
    answer = null;
    await expect(ask({ timeoutMs: 1 })).rejects.toMatchObject({ reason: 'timeout', status: null });
    answer = usual;
  });

  it('send an event with the key in the address, because a simple request has no own header', async () => {
    answer = { status: 202, body: '' };
    sendEvent({ base, key: 'se&cret' }, { action_name: 'click' });
    const posted = () => requests.filter(({ method }) => method === 'POST');
    await expect.poll(() => posted().length).toBe(1);
    expect(posted()[0]?.url).toBe('/events?subscription-key=se%26cret');
    expect(JSON.parse(posted()[0]?.body ?? '')).toEqual({ action_name: 'click' });
  });

  it('never fail the page because an event was not taken', async () => {
    const unreachable = { base: 'http://127.0.0.1:1/', key: 'x' };
    expect(() => sendEvent(unreachable, {})).not.toThrow();
    const question = { path: 'x', parameters: {}, shopper: null, timeoutMs: 60_000 };
    await expect(fetchAnswer(unreachable, question, new AbortController().signal)).rejects.toMatchObject({
      reason: 'unreachable',
      message: 'http://127.0.0.1:1/ cannot be reached.',
    });
  });
});
