import { describe, expect, it } from 'vitest';
import { type Call, resolveRequestId } from '../call/call.ts';
import { buildBaseUrl, buildRealm, readKey, refuseRepeatedKey } from './key.ts';
import { parseQuery } from '../call/query.ts';

const createCall = (headers: Call['headers'], url = '/search/imagesearch'): Call => ({
  method: 'GET',
  url,
  headers,
  scheme: 'https',
  requestId: 'r',
  address: '127.0.0.1',
  isClosed: () => false,
  whenClosed: () => undefined,
});

describe('the key of a call', () => {
  it.each<[Call['headers'], string, string | null]>([
    [{ 'ocp-apim-subscription-key': 'h' }, 'subscription-key=q', 'h'],
    [{ 'ocp-apim-subscription-key': '' }, 'subscription-key=q', null],
    [{}, 'Subscription-Key=q', 'q'],
    [{}, 'subscription-key=', null],
    [{}, '', null],
  ])('%j with query %j is %j', (headers, query, expected) => {
    expect(readKey(createCall(headers), parseQuery(query))).toBe(expected);
  });

  it('may be repeated in the query only when the header is there', () => {
    const twice = parseQuery('subscription-key=a&subscription-key=b');
    expect(() => refuseRepeatedKey(createCall({}), twice)).toThrow('given 2 times');
    expect(() => refuseRepeatedKey(createCall({ 'ocp-apim-subscription-key': 'h' }), twice)).not.toThrow();
  });
});

describe('the realm', () => {
  it.each<[string | undefined, string | null, string]>([
    ['api.example:8443', null, 'https://api.example:8443/search'],
    ['[::1]:80', null, 'https://[::1]:80/search'],
    [undefined, null, 'https://localhost/search'],
    ['a"b', null, 'https://localhost/search'],
    ['a b', null, 'https://localhost/search'],
    ['x'.repeat(300), null, 'https://localhost/search'],
    ['evil.example', 'https://shop.example/base', 'https://shop.example/search'],
  ])('of Host %j and public URL %j is %j', (host, publicUrl, expected) => {
    expect(buildRealm(createCall(host === undefined ? {} : { host }), publicUrl)).toBe(expected);
  });
});

describe('the address of the service', () => {
  it.each<[string | null, string]>([
    [null, 'https://api.example'],
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example/base//', 'https://shop.example/base'],
    ['https://shop.example//base/', 'https://shop.example//base'],
  ])('with public URL %j is %j', (publicUrl, expected) => {
    expect(buildBaseUrl(createCall({ host: 'api.example' }), publicUrl)).toBe(expected);
  });
});

describe('the request id', () => {
  it('is the one of the caller when it is valid, and new otherwise', () => {
    expect(resolveRequestId({ headers: { 'x-request-id': 'a.b:c-1_2' } })).toBe('a.b:c-1_2');
    for (const given of ['', 'with space', 'x'.repeat(129), 'new\nline', ['a', 'b']])
      expect(resolveRequestId({ headers: { 'x-request-id': given } })).toMatch(/^[0-9a-f-]{36}$/);
  });
});
