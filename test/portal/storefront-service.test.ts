import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { safeUrl } from '../../storefront/dom.ts';
import { fetchAnswer, readService, sendEvent } from '../../storefront/service.ts';
import { findLanguage, textsFor } from '../../storefront/texts.ts';

/** The part of an element that is read: its attributes and the language around it. */
const elementWith = (attributes: Record<string, string>, lang?: string): Element =>
  ({
    getAttribute: (name: string) => attributes[name] ?? null,
    closest: () => (lang === undefined ? null : { lang }),
  }) as unknown as Element;

describe('safeUrl', () => {
  const base = 'https://shop.example/list/';

  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['http://shop.example/a', 'http://shop.example/a'],
    ['/a?b=1', 'https://shop.example/a?b=1'],
    ['a', 'https://shop.example/list/a'],
    ['//other.example/a', 'https://other.example/a'],
  ])('takes %s as %s', (value, expected) => {
    expect(safeUrl(value, base)).toBe(expected);
  });

  it.each([
    ['javascript:alert(1)'],
    [' JavaScript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<b>'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['https://'],
    [null],
    [7],
    [{ href: 'https://shop.example' }],
  ])('refuses %j', (value) => {
    expect(safeUrl(value, base)).toBeNull();
  });
});

describe('readService', () => {
  it('takes the base of the element, with exactly one slash at its end', () => {
    for (const base of ['https://k.example', 'https://k.example/', 'https://k.example//'])
      expect(readService(elementWith({ base, key: 'abc' }))).toEqual({
        base: 'https://k.example/',
        key: 'abc',
      });
  });

  it('asks where its own module came from when the page names no base', () => {
    expect(readService(elementWith({}))).toEqual({ base: new URL('../../', import.meta.url).href, key: '' });
  });
});

describe('texts of the components', () => {
  it('follow the language of the page, region and case aside, else English', () => {
    expect(textsFor('de-AT').retry).toBe('Noch einmal versuchen');
    expect(textsFor('DE').retry).toBe('Noch einmal versuchen');
    expect(textsFor('fr').retry).toBe('Try again');
    expect(textsFor('').retry).toBe('Try again');
  });

  it('take the language of the element before that of the browser', () => {
    vi.stubGlobal('navigator', { language: 'en-GB' });
    expect(findLanguage(elementWith({}, 'de'))).toBe('de');
    expect(findLanguage(elementWith({}, ''))).toBe('en-GB');
    expect(findLanguage(elementWith({}))).toBe('en-GB');
    vi.unstubAllGlobals();
  });
});

describe('calls of the components', () => {
  let server: Server;
  let base: string;
  let answer = { status: 200, body: '{"documents":[]}' };
  const requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        requests.push({ method, url, headers, body });
        response.writeHead(answer.status, { 'x-request-id': 'r-5' }).end(answer.body);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  });
  afterEach(() => void requests.splice(0));
  afterAll(() => new Promise((closed) => server.close(closed)));

  const ask = (signal = new AbortController().signal) =>
    fetchAnswer({ base, key: 'secret' }, 'search/imagesearch', { btr: 'x', identifier: 'a b' }, signal);

  it('send the key in its header, and give the answer with its request id', async () => {
    expect(await ask()).toEqual({ answer: { documents: [] }, requestId: 'r-5' });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/search/imagesearch?btr=x&identifier=a+b' });
    expect(requests[0]?.headers['ocp-apim-subscription-key']).toBe('secret');
  });

  it('throw the sentence of the service where it has one, else the status', async () => {
    answer = { status: 400, body: '"btr is missing."' };
    await expect(ask()).rejects.toThrow('btr is missing.');
    answer = { status: 401, body: '{"statusCode":401}' };
    await expect(ask()).rejects.toThrow('The service answers 401.');
  });

  it('stop when the element no longer needs the answer', async () => {
    await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });

  it('send an event with the key in the address, because a simple request has no own header', async () => {
    answer = { status: 202, body: '' };
    sendEvent({ base, key: 'se&cret' }, { action_name: 'click' });
    await expect.poll(() => requests.length).toBe(1);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/events?subscription-key=se%26cret' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ action_name: 'click' });
  });

  it('never fail the page because an event was not taken', async () => {
    const unreachable = { base: 'http://127.0.0.1:1/', key: 'x' };
    expect(() => sendEvent(unreachable, {})).not.toThrow();
    await expect(fetchAnswer(unreachable, 'x', {}, new AbortController().signal)).rejects.toThrow();
  });
});
