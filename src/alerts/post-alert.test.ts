import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Fault } from '../errors.ts';
import type { Fetch, FetchOptions } from '../ingest/fetch/fetch.ts';
import { postAlert, signAlert } from './post-alert.ts';

const alert = { url: 'https://hooks.example/', secret: 'secret', id: 'd1', body: '{"a":1}', atSeconds: 1000 };
const never = new AbortController().signal;
const answering = (status: number): Fetch => {
  return () => Promise.resolve(new Response(status === 204 ? null : 'text', { status }));
};
const failing = (error: Error): Fetch => {
  return () => Promise.reject(error);
};

describe('signAlert', () => {
  it('covers the time, the body and the secret', () => {
    const expected = createHmac('sha256', 'secret').update('1000.{"a":1}').digest('hex');
    expect(signAlert(alert)).toBe(`t=1000,v1=${expected}`);
    for (const other of [{ body: '{"a":2}' }, { secret: 'other' }, { atSeconds: 1001 }])
      expect(signAlert({ ...alert, ...other })).not.toContain(expected);
  });
});

describe('postAlert', () => {
  it.each([
    [200, true, false],
    [204, true, false],
    [301, false, false],
    [400, false, false],
    [404, false, false],
    [408, false, true],
    [429, false, true],
    [500, false, true],
    [503, false, true],
  ])('takes status %i as ok: %s, again: %s', async (status, ok, again) => {
    expect(await postAlert(answering(status), alert, never)).toEqual({
      ok,
      again,
      result: `status ${status}`,
    });
  });

  it.each<[string, Error, boolean, string]>([
    [
      'a lost connection',
      new TypeError('fetch failed', { cause: new Error('ECONNRESET') }),
      true,
      'ECONNRESET',
    ],
    ['a failure without a cause', new Error('broken'), true, 'broken'],
    ['a failure without a text', new Error(''), true, 'no answer'],
    ['a refused address', new Fault('bad-input', '10.0.0.7 is private.'), false, '10.0.0.7 is private.'],
  ])('survives %s', async (_, error, again, result) => {
    expect(await postAlert(failing(error), alert, never)).toEqual({ ok: false, again, result });
  });

  it('sends JSON with its id and signature, and can be stopped', async () => {
    const seen: [string, FetchOptions][] = [];
    const stopping = new AbortController();
    const fetch: Fetch = (url, options) => {
      seen.push([url, options]);
      return answering(200)(url, options);
    };
    await postAlert(fetch, alert, stopping.signal);
    const [[url, { body, headers, signal }] = ['', {}]] = seen;
    expect([url, body]).toEqual([alert.url, alert.body]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-kindred-delivery': 'd1',
      'x-kindred-signature': signAlert(alert),
    });
    stopping.abort();
    expect(signal?.aborted).toBe(true);
  });
});
