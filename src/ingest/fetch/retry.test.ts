import { describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { type Fetch, delayMs, retryAfterMs, withRetries } from './fetch.ts';

const options = { attempts: 4, firstDelayMs: 1, maximumDelayMs: 5 };

/** A server that returns the given responses in order. */
const answering = (...outcomes: (number | Error)[]): { fetch: Fetch; calls: () => number } => {
  let calls = 0;
  return {
    calls: () => calls,
    fetch: async () => {
      const outcome = outcomes[calls++];
      if (outcome instanceof Error) throw outcome;
      return new Response(null, { status: outcome ?? 200 });
    },
  };
};

describe('a request that fails', () => {
  it('is repeated after temporary failures', async () => {
    const server = answering(503, new Error('reset'), 429, 200);
    expect((await withRetries(server.fetch, options)('http://a.example', {})).status).toBe(200);
    expect(server.calls()).toBe(4);
  });

  it('returns the last response after the last attempt', async () => {
    const server = answering(503, 503, 503, 502, 200);
    expect((await withRetries(server.fetch, options)('http://a.example', {})).status).toBe(502);
    expect(server.calls()).toBe(4);
  });

  it.each([404, 401, 304])('is not repeated after %i', async (status) => {
    const server = answering(status);
    expect((await withRetries(server.fetch, options)('http://a.example', {})).status).toBe(status);
    expect(server.calls()).toBe(1);
  });

  it('is not repeated when the address is refused', async () => {
    const server = answering(new Fault('not-allowed', 'private'));
    await expect(withRetries(server.fetch, options)('http://a.example', {})).rejects.toThrow('private');
    expect(server.calls()).toBe(1);
  });

  it('stops waiting when the import is stopped', async () => {
    const stop = new AbortController();
    const server = answering(503, 503);
    const slow = { ...options, firstDelayMs: 60_000, maximumDelayMs: 60_000 };
    const asking = withRetries(server.fetch, slow)('http://a.example', { signal: stop.signal });
    stop.abort();
    await expect(asking).rejects.toThrow();
  });
});

describe('the wait before the next attempt', () => {
  it('grows, and is never longer than the limit', () => {
    const patient = { attempts: 9, firstDelayMs: 100, maximumDelayMs: 1000 };
    for (let attempt = 1; attempt < 9; attempt++) {
      const delay = delayMs(attempt, null, patient);
      expect(delay).toBeGreaterThanOrEqual(Math.min(50 * 2 ** (attempt - 1), 1000));
      expect(delay).toBeLessThanOrEqual(Math.min(100 * 2 ** (attempt - 1), 1000));
    }
  });

  it('is what Retry-After asks for, in seconds or as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const asking = (value: string) =>
      retryAfterMs(new Response(null, { headers: { 'retry-after': value } }), now);
    expect(asking('7')).toBe(7000);
    expect(asking('Thu, 01 Jan 2026 00:00:09 GMT')).toBe(9000);
    expect(asking('soon')).toBeNull();
    expect(delayMs(1, 3000, { attempts: 2, firstDelayMs: 1, maximumDelayMs: 60_000 })).toBe(3000);
  });
});
