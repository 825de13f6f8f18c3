import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../errors.ts';
import { presentFault } from './answers.ts';
import { createCheckBody } from './check-body.ts';
import {
  cookieName,
  expiredCookie,
  findPrincipal,
  readSessionToken,
  requireSameOrigin,
  requireSecureOrigin,
  sessionCookie,
} from './credentials.ts';
import { csvLine } from './csv.ts';
import { refuseDuplicate, refuseRename, requireFound } from './item-checks.ts';
import { periodDefaults, resolvePeriod } from './period.ts';

const faultOf = (work: () => unknown): Fault | null => {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return null;
};

describe('csvLine', () => {
  it.each<[(string | number | null)[], string]>([
    [['a', 1, null], 'a,1,\r\n'],
    [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
    [['=1+1', '+1', '-1', '@x', ' =1'], "'=1+1,'+1,'-1,'@x,' =1\r\n"],
    [[-1, 0.5], '-1,0.5\r\n'],
  ])('of %j', (cells, expected) => {
    expect(csvLine(cells)).toBe(expected);
  });

  it('never begins a cell with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const cell = csvLine([text]).replace(/\r\n$/, '').replace(/^"/, '');
        expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
      }),
    );
  });
});

describe('the session cookie', () => {
  it('is read from among other cookies', () => {
    const [pair] = sessionCookie('token-1').split(';');
    expect(readSessionToken(`a=b; ${pair}; c=d`)).toBe('token-1');
    for (const header of [undefined, '', 'a=b', `x${cookieName}=1`, cookieName])
      expect(readSessionToken(header)).toBeNull();
  });

  it('is bound to this host, HTTPS and no script, also when it expires', () => {
    for (const cookie of [sessionCookie('t'), expiredCookie])
      for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
        expect(cookie.split('; ')).toContain(attribute);
    expect(expiredCookie).toContain('Max-Age=0');
  });
});

describe('findPrincipal', () => {
  const operator = { id: 1, email: 'a@example.com', administrator: false, totp: false, passwordUntil: null };
  const session = { id: 's', expiresAt: '2026-01-01T00:00:00Z' };
  const accounts = {
    byToken: async (token: string) => (token === 'good' ? ({ operator } as never) : null),
    bySession: async (token: string) => (token === 'cookie' ? ({ operator, session } as never) : null),
  };
  const cookie = `${cookieName}=cookie`;

  it.each([
    [{}, null],
    [{ authorization: 'Bearer good' }, { operator, session: null }],
    [{ authorization: 'bearer   good' }, { operator, session: null }],
    [{ authorization: 'Basic good' }, null],
    [{ cookie }, { operator, session }],
    [{ cookie: `${cookieName}=other` }, null],
    [{ cookie, authorization: 'Bearer wrong' }, null],
  ])('of headers %j', async (headers, expected) => {
    expect(await findPrincipal(accounts, headers)).toEqual(expected);
  });
});

describe('requireSameOrigin', () => {
  const isRefused = (
    headers: IncomingHttpHeaders,
    publicUrl: string | null,
    mode: 'allowed' | 'refused' = 'refused',
  ) => faultOf(() => requireSameOrigin(headers, publicUrl, mode))?.code === 'not-allowed';

  it.each<[IncomingHttpHeaders, string | null, boolean]>([
    [{ origin: 'https://shop.example', host: 'shop.example' }, null, false],
    [{ origin: 'https://shop.example', host: 'SHOP.example' }, null, false],
    [{ origin: 'https://evil.example', host: 'shop.example' }, null, true],
    [{ origin: 'https://shop.example.evil.example', host: 'shop.example' }, null, true],
    [{ origin: 'https://shop.example:8443', host: 'shop.example' }, null, true],
    [{ origin: 'null', host: 'nobody' }, null, true],
    [{ origin: 'null' }, null, true],
    [{ origin: 'https://shop.example', host: 'inner:8080' }, 'https://shop.example/x', false],
    [{ origin: 'https://evil.example', host: 'evil.example' }, 'https://shop.example', true],
    [{ 'sec-fetch-site': 'same-origin' }, null, false],
    [{ 'sec-fetch-site': 'same-site' }, null, true],
    [{ 'sec-fetch-site': 'cross-site' }, null, true],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', host: 'shop.example' }, null, true],
  ])('%j with public URL %j', (headers, publicUrl, refused) => {
    expect(isRefused(headers, publicUrl)).toBe(refused);
  });

  it('lets a caller without these headers sign in, but not use a cookie', () => {
    expect([isRefused({}, null, 'allowed'), isRefused({}, null, 'refused')]).toEqual([false, true]);
  });

  it.each([
    [undefined, null],
    ['https://shop.example', null],
    ['http://localhost:8080', null],
    ['http://demo.localhost', null],
    ['http://127.0.0.9', null],
    ['http://[::1]:80', null],
    ['http://shop.example', 'bad-input'],
    ['http://127.0.0.1.evil.example', 'bad-input'],
  ])('needs HTTPS or localhost to keep a cookie: %j', (origin, code) => {
    const fault = faultOf(() => requireSecureOrigin(origin === undefined ? {} : { origin }));
    expect(fault?.code ?? null).toBe(code);
  });
});

describe('resolvePeriod', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const iso = (query: object) => {
    const { from, to } = resolvePeriod(query, now);
    return [from.toISOString(), to.toISOString()];
  };

  it('is the last seven days by default, and ends before `to`', () => {
    expect(iso({})).toEqual(['2026-11-08T12:00:00.000Z', '2026-11-15T12:00:00.000Z']);
    expect(iso({ from: '2026-11-01', to: '2026-11-02' })).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ]);
    expect(iso({ to: '2026-11-02T10:00:00+02:00' })[1]).toBe('2026-11-02T08:00:00.000Z');
  });

  it.each([
    [{ from: 'yesterday' }],
    [{ to: '2026-13-01' }],
    [{ from: '2026-11-02T08:00:00' }],
    [{ from: '2026-11-02', to: '2026-11-02' }],
    [{ from: '2026-11-03', to: '2026-11-02' }],
    [{ from: '2020-01-01', to: '2026-01-01' }],
  ])('refuses %j', (query) => {
    expect(faultOf(() => resolvePeriod(query, now))?.code).toBe('bad-input');
  });

  it('may be as long as the limit', () => {
    const from = new Date(now.getTime() - periodDefaults.maximumDays * 86_400_000).toISOString();
    expect(iso({ from })[0]).toBe(from);
  });
});

describe('createCheckBody', () => {
  const check = createCheckBody(
    Type.Object(
      { name: Type.String({ minLength: 2 }), count: Type.Optional(Type.Integer({ minimum: 0 })) },
      { additionalProperties: false },
    ),
  );

  it('accepts what fits, and reports every problem with its path', () => {
    expect(faultOf(() => check({ name: 'ab', count: 0 }))).toBeNull();
    const issues = faultOf(() => check({ name: 'a', count: -1, other: 1 }))?.issues ?? [];
    expect(new Set(issues.map(({ path }) => path))).toEqual(new Set(['$.name', '$.count', '$.other']));
  });

  it.each([null, undefined, [], 'text', 7, true])('refuses %j', (body) => {
    expect(faultOf(() => check(body))?.code).toBe('bad-input');
  });
});

describe('checks of items', () => {
  it('requireFound gives back what is there, and throws not-found otherwise', () => {
    expect(requireFound('box', 0)).toBe(0);
    for (const missing of [null, undefined])
      expect(faultOf(() => requireFound('box', missing))?.code).toBe('not-found');
  });

  it('refuseDuplicate looks names up, and leaves other values to the validation', () => {
    const known = (name: string) => (name === 'taken' ? {} : null);
    expect(faultOf(() => refuseDuplicate('box', { name: 'taken' }, known))?.code).toBe('conflict');
    for (const body of [{ name: 'free' }, { name: { a: 1 } }, {}, null, 'taken', [1]])
      expect(faultOf(() => refuseDuplicate('box', body, known))).toBeNull();
  });

  it('refuseRename accepts the same name only', () => {
    expect(faultOf(() => refuseRename('box', 'a', { name: 'a' }))).toBeNull();
    for (const body of [{ name: 'b' }, {}, null, 'a'])
      expect(faultOf(() => refuseRename('box', 'a', body))?.issues[0]?.path).toBe('$.name');
  });
});

describe('presentFault', () => {
  const present = (error: unknown) => {
    const { status, headers, body } = presentFault(error, 'id-1');
    return { status, headers, body: JSON.parse(body) as Record<string, unknown> };
  };

  it('tells a fault with its next step, reason and issues', () => {
    const fault = new Fault('too-many', 'Too often.', {
      nextStep: 'Wait.',
      retryAfterSeconds: 7,
      needs: 'code',
      reason: { reason: 'too-many-attempts', values: { seconds: 7 } },
      issues: [{ path: '$.a', message: 'is odd', reason: { reason: 'missing' } }],
    });
    expect(present(fault)).toEqual({
      status: 429,
      headers: { 'retry-after': '7' },
      body: {
        code: 'too-many',
        message: 'Too often.',
        nextStep: 'Wait.',
        requestId: 'id-1',
        reason: 'too-many-attempts',
        values: { seconds: 7 },
        needsCode: true,
        faults: [{ path: '$.a', message: 'is odd', reason: 'missing' }],
      },
    });
  });

  it.each<[unknown, number, string]>([
    [new Error('secret inside'), 500, 'internal'],
    [new Fault('corrupted', 'secret inside'), 500, 'internal'],
    ['secret inside', 500, 'internal'],
    [Object.assign(new Error('secret inside'), { statusCode: 413 }), 413, 'too-large'],
    [Object.assign(new Error('secret inside'), { statusCode: 415 }), 400, 'bad-input'],
    [Object.assign(new Error('secret inside'), { statusCode: 404 }), 404, 'not-found'],
    [Object.assign(new Error('secret inside'), { statusCode: 502 }), 500, 'internal'],
  ])('hides the text of %s', (error, status, code) => {
    const answer = present(error);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });
});
