import { describe, expect, it } from 'vitest';
import { requireSameOrigin, requireSecureOrigin } from './credentials.ts';

const outcome = (check: () => void): 'passes' | 'refused' => {
  try {
    check();
    return 'passes';
  } catch {
    return 'refused';
  }
};

describe('a request that changes something', () => {
  const publicUrl = 'https://kindred.example/base/';

  it.each<[Record<string, string>, string | null, 'passes' | 'refused']>([
    [{ host: 'shop.example', origin: 'https://shop.example' }, null, 'passes'],
    [{ host: 'SHOP.example', origin: 'https://shop.example' }, null, 'passes'],
    [{ host: 'shop.example:8080', origin: 'http://shop.example:8080' }, null, 'passes'],
    [{ host: 'shop.example', origin: 'https://shop.example:8443' }, null, 'refused'],
    [{ host: 'shop.example', origin: 'https://evil.example' }, null, 'refused'],
    [{ host: 'shop.example', origin: 'https://shop.example.evil.example' }, null, 'refused'],
    // A page without an origin, and a sender that writes any Host.
    [{ host: 'nobody', origin: 'null' }, null, 'refused'],
    [{ host: 'null', origin: 'null' }, null, 'refused'],
    [{ origin: 'null' }, null, 'refused'],
    [{ host: 'nobody', origin: 'nobody' }, null, 'refused'],
    // The public URL counts where it is set, whatever the Host is.
    [{ host: 'kindred.example', origin: 'https://kindred.example' }, publicUrl, 'passes'],
    [{ host: '10.0.0.7:8080', origin: 'https://kindred.example' }, publicUrl, 'passes'],
    [{ host: 'evil.example', origin: 'https://evil.example' }, publicUrl, 'refused'],
    [{ host: 'nobody', origin: 'null' }, publicUrl, 'refused'],
    // Browsers that leave Origin out.
    [{ host: 'shop.example', 'sec-fetch-site': 'same-origin' }, null, 'passes'],
    [{ host: 'shop.example', 'sec-fetch-site': 'same-site' }, null, 'refused'],
    [{ host: 'shop.example', 'sec-fetch-site': 'cross-site' }, null, 'refused'],
    [{ host: 'shop.example', 'sec-fetch-site': 'none' }, null, 'refused'],
    [
      { host: 'shop.example', origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      null,
      'refused',
    ],
  ])('with %j and the public URL %j: %s', (headers, url, expected) => {
    expect(outcome(() => requireSameOrigin(headers, url, 'refused'))).toBe(expected);
    expect(outcome(() => requireSameOrigin(headers, url, 'allowed'))).toBe(expected);
  });

  it('without any of these headers comes from a script: it may sign in, and not use a cookie', () => {
    const headers = { host: 'shop.example' };
    expect(outcome(() => requireSameOrigin(headers, null, 'allowed'))).toBe('passes');
    expect(outcome(() => requireSameOrigin(headers, null, 'refused'))).toBe('refused');
    expect(outcome(() => requireSameOrigin({}, null, 'refused'))).toBe('refused');
  });
});

describe('signing in', () => {
  it.each([
    ['https://shop.example', 'passes'],
    ['http://localhost:8080', 'passes'],
    ['http://kindred.localhost', 'passes'],
    ['http://127.0.0.1:3000', 'passes'],
    ['http://[::1]:3000', 'passes'],
    ['http://shop.example', 'refused'],
    ['http://localhost.evil.example', 'refused'],
    ['http://127.0.0.1.evil.example', 'refused'],
  ])('on a page of %s: %s', (origin, expected) => {
    expect(outcome(() => requireSecureOrigin({ origin }))).toBe(expected);
  });

  it('by a script needs no origin', () => {
    expect(outcome(() => requireSecureOrigin({}))).toBe('passes');
  });
});
