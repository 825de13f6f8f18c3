import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backOffDefaults } from './back-off.ts';
import type { SignInResult, ClientInfo } from '../store.ts';
import { sessionDefaults } from './sessions.ts';
import type { Store } from '../store.ts';
import { aClock, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import { totpCode } from './second-factor.ts';

const anna = 'anna@shop.example';
const password = 'correct horse battery staple';
const atWork = { address: '192.0.2.1', userAgent: 'a browser' };
const elsewhere = { address: '198.51.100.9', userAgent: null };
const minuteMs = 60_000;

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let clock: ReturnType<typeof aClock>;
let websiteId: number;
let operatorId: number;
beforeEach(async () => {
  test = openTestFolder();
  clock = aClock();
  store = await test.open(clock.now);
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
  operatorId = (await store.operators.put(websiteId, 'test', anna, 'owner', password)).operatorId;
});
afterEach(() => test.remove());

const signIn = (
  credentials: { email?: string; password?: string; code?: string } = {},
  from: ClientInfo = atWork,
) => store.accounts.signIn({ email: anna, password, ...credentials }, from);

const expectSession = (result: SignInResult) => {
  if (!result.ok) throw new Error(`Not signed in: ${result.reason}`);
  return result;
};

describe('sign-in', () => {
  it('starts a session that other processes accept, whatever the case of the address', async () => {
    const { token, operator, session } = expectSession(await signIn({ email: ' Anna@SHOP.example' }));
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(operator).toEqual({
      id: operatorId,
      email: anna,
      administrator: false,
      totp: false,
      passwordUntil: null,
    });
    expect(await (await test.open(clock.now)).accounts.bySession(token)).toEqual({ operator, session });
    expect(session).toMatchObject({ address: '192.0.2.1', userAgent: 'a browser' });
    expect(store.accounts.roleIn(websiteId, operatorId)).toBe('owner');
    expect(store.accounts.memberships(operatorId)).toEqual([{ websiteId, role: 'owner' }]);
  });

  it('ends the session it replaces', async () => {
    const before = expectSession(await signIn());
    const after = await store.accounts.signIn({ email: anna, password }, atWork, before.session.id);
    expect(await store.accounts.bySession(before.token)).toBeNull();
    expect(await store.accounts.bySession(expectSession(after).token)).not.toBeNull();
  });

  it('answers the same for a wrong password and an unknown account', async () => {
    expect(await signIn({ password: 'wrong' })).toEqual({ ok: false, reason: 'refused' });
    expect(await signIn({ email: 'nobody@shop.example' })).toEqual({ ok: false, reason: 'refused' });
  });

  it('doubles the wait after wrong passwords, for known and unknown accounts, without a lock-out', async () => {
    const collectWaits = async (email: string) => {
      const waits: unknown[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const result = await signIn({ email, password: 'wrong' }, elsewhere);
        if (!result.ok && result.reason === 'wait') {
          waits.push(result.retryAfterSeconds);
          clock.move(result.retryAfterSeconds * 1000);
        }
      }
      return waits;
    };
    const known = await collectWaits(anna);
    expect(known).toEqual([1]);
    expect(await collectWaits('nobody@shop.example')).toEqual(known);
    expect(await signIn({}, elsewhere)).toMatchObject({ reason: 'wait' });
    clock.move(backOffDefaults.longestWaitMs);
    expect(await signIn({}, elsewhere)).toMatchObject({ ok: true });
  });

  it('checks only a few of many simultaneous attempts', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, () => signIn({ password: 'wrong' }, elsewhere)),
    );
    const waiting = results.filter((result) => !result.ok && result.reason === 'wait');
    expect(waiting).toHaveLength(12 - backOffDefaults.freeForAccount);
  });

  it('does not let strangers lock somebody out', async () => {
    expectSession(await signIn());
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn({ password: 'wrong' }, elsewhere);
    expect(await signIn({}, elsewhere)).toMatchObject({ reason: 'wait' });
    expect(await signIn()).toMatchObject({ ok: true });
  });

  it('does not tell from a network of the account whether it exists', async () => {
    const attempts = async (email: string) => {
      const reasons: string[] = [];
      for (let attempt = 0; attempt < 9; attempt += 1) {
        const result = await signIn({ email, password: 'wrong' });
        reasons.push(result.ok ? 'signed in' : result.reason);
      }
      return reasons;
    };
    expectSession(await signIn());
    const known = await attempts(anna);
    expect(known).toEqual([...Array<string>(5).fill('refused'), ...Array<string>(4).fill('wait')]);
    expect(await attempts('nobody@shop.example')).toEqual(known);
    clock.move(backOffDefaults.firstWaitMs);
    expect(await signIn()).toMatchObject({ ok: true });
  });
});

describe('session', () => {
  it('ends when it is idle for half an hour', async () => {
    const { token } = expectSession(await signIn());
    clock.move(sessionDefaults.idleMs - 1);
    expect(await store.accounts.bySession(token)).not.toBeNull();
    clock.move(sessionDefaults.idleMs - 1);
    expect(await store.accounts.bySession(token)).not.toBeNull();
    clock.move(sessionDefaults.idleMs);
    expect(await store.accounts.bySession(token)).toBeNull();
  });

  it('ends after twelve hours however busy it is', async () => {
    const { token } = expectSession(await signIn());
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      clock.move(20 * minuteMs);
      expect(await store.accounts.bySession(token)).not.toBeNull();
    }
    clock.move(20 * minuteMs);
    expect(await store.accounts.bySession(token)).toBeNull();
  });

  it('is listed and ended only by its owner', async () => {
    const first = expectSession(await signIn());
    const second = expectSession(await signIn({}, elsewhere));
    expect(store.accounts.sessions(operatorId)).toHaveLength(2);
    await expect(() => store.accounts.endSession(operatorId + 1, anna, first.session.id)).rejects.toThrow(
      /no such session/,
    );
    await store.accounts.endSession(operatorId, anna, first.session.id);
    expect(await store.accounts.bySession(first.token)).toBeNull();
    expect(store.accounts.sessions(operatorId)).toEqual([second.session]);
  });

  it('ends when the password changes, except the session that changed it', async () => {
    const [mine, other] = [expectSession(await signIn()), expectSession(await signIn({}, elsewhere))];
    const { id } = mine.session;
    const change = (current: string, next: string) =>
      store.accounts.password.change(operatorId, anna, {
        current,
        password: next,
        from: atWork,
        keepSession: id,
      });
    await expect(change('wrong', 'another long password')).rejects.toMatchObject({ code: 'not-allowed' });
    await change(password, 'another long password');
    expect(await store.accounts.bySession(mine.token)).not.toBeNull();
    expect(await store.accounts.bySession(other.token)).toBeNull();
    expect(await signIn()).toMatchObject({ ok: false });
  });
});

describe('password', () => {
  it.each([
    ['short', 'eleven char'],
    ['one character over and over', 'aaaaaaaaaaaaaaaa'],
    ['common', '1qaz2wsx3edc'],
    ['a common one with signs around it', '!!Password1234!!'],
    ['a common one twice', 'sunshinesunshine'],
    ['the address itself', 'new@shop.example'],
    ['too long', 'correct horse '.repeat(20)],
  ])('is refused when it is %s', async (_, weak) => {
    const put = store.operators.put(websiteId, 'test', 'new@shop.example', 'viewer', weak);
    await expect(put).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('may contain any characters, including spaces at its ends', async () => {
    const odd = ' 密码 très λόγος ';
    await store.operators.put(websiteId, 'test', 'new@shop.example', 'viewer', odd);
    expect(await signIn({ email: 'new@shop.example', password: odd })).toMatchObject({ ok: true });
    expect(await signIn({ email: 'new@shop.example', password: odd.trim() })).toMatchObject({ ok: false });
  });

  it('reset ends sessions, tokens and the second factor', async () => {
    const { secret } = await store.accounts.totp.begin(operatorId);
    await store.accounts.totp.enable(operatorId, anna, codeNow(secret));
    const { clear } = await store.accounts.issueToken(operatorId, anna, 'script');
    await store.accounts.password.reset('command line', anna, 'a fresh start for anna');
    expect(await store.accounts.byToken(clear)).toBeNull();
    expect(await signIn({ password: 'a fresh start for anna' })).toMatchObject({ ok: true });
    await expect(store.accounts.password.reset('test', 'no@body.example', password)).rejects.toThrow(
      /Nobody/,
    );
  });

  it('confirmation backs off like sign-in', async () => {
    expect(await store.accounts.password.confirm(operatorId, password, atWork)).toBe(true);
    const wrong = () => store.accounts.password.confirm(operatorId, 'wrong', elsewhere);
    for (let attempt = 0; attempt < backOffDefaults.freeForAccount; attempt += 1)
      expect(await wrong()).toBe(false);
    await expect(wrong()).rejects.toMatchObject({ code: 'too-many' });
  });
});

const codeNow = (secret: string): string => totpCode(secret, Math.floor(clock.ms() / 30_000));

describe('second factor', () => {
  it('matches the examples of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const at = (seconds: number) => totpCode(secret, Math.floor(seconds / 30));
    expect([59, 1111111109, 1234567890, 20000000000].map(at)).toEqual([
      '287082',
      '081804',
      '005924',
      '353130',
    ]);
  });

  it('is required only after it was enabled with a code', async () => {
    const { secret, uri } = await store.accounts.totp.begin(operatorId);
    const parsed = new URL(uri);
    expect(`${parsed.protocol}//${parsed.host}${parsed.pathname}`).toBe(
      'otpauth://totp/Kindred:anna%40shop.example',
    );
    expect(Object.fromEntries(parsed.searchParams)).toMatchObject({
      secret,
      issuer: 'Kindred',
      digits: '6',
      period: '30',
    });
    expect(await signIn()).toMatchObject({ ok: true });
    const wrong = codeNow(secret) === '000000' ? '000001' : '000000';
    await expect(() => store.accounts.totp.enable(operatorId, anna, wrong)).rejects.toThrow(/is not valid/);
    await store.accounts.totp.enable(operatorId, anna, codeNow(secret));
    clock.move(minuteMs);
    expect(await signIn()).toEqual({ ok: false, reason: 'needs-code' });
    expect(await signIn({ code: wrong })).toEqual({ ok: false, reason: 'refused' });
    expect(await signIn({ code: codeNow(secret) })).toMatchObject({ ok: true, operator: { totp: true } });
  });

  it('accepts each code once, and no expired code', async () => {
    const { secret } = await store.accounts.totp.begin(operatorId);
    await store.accounts.totp.enable(operatorId, anna, codeNow(secret));
    clock.move(minuteMs);
    const code = codeNow(secret);
    expect(await signIn({ code })).toMatchObject({ ok: true });
    expect(await signIn({ code })).toMatchObject({ ok: false, reason: 'refused' });
    const old = codeNow(secret);
    clock.move(2 * minuteMs);
    expect(await signIn({ code: old })).toMatchObject({ ok: false, reason: 'refused' });
    await store.accounts.totp.disable(operatorId, anna);
    expect(await signIn()).toMatchObject({ ok: true });
  });
});

describe('temporary password', () => {
  it('expires after a day unless its owner replaces it', async () => {
    await store.accounts.password.reset('command line', anna, 'generated-password', 'temporary');
    const first = expectSession(await signIn({ password: 'generated-password' }));
    expect(first.operator.passwordUntil).toBe(new Date(clock.ms() + 24 * 60 * minuteMs).toISOString());
    clock.move(24 * 60 * minuteMs);
    expect(await signIn({ password: 'generated-password' })).toEqual({ ok: false, reason: 'refused' });
    await store.accounts.password.reset('command line', anna, 'generated-password', 'temporary');
    const change = { current: 'generated-password', password: 'chosen by anna herself', from: atWork };
    await store.accounts.password.change(operatorId, anna, change);
    clock.move(48 * 60 * minuteMs);
    expect(
      expectSession(await signIn({ password: 'chosen by anna herself' })).operator.passwordUntil,
    ).toBeNull();
  });
});

describe('removing an account', () => {
  it('ends its sessions and tokens, and is refused for the last owner or administrator', async () => {
    await store.operators.put(websiteId, 'test', 'ben@shop.example', 'owner', password);
    const { token } = expectSession(await signIn());
    const { clear } = await store.accounts.issueToken(operatorId, anna, 'script');
    await store.accounts.setAdministrator('test', anna, true);
    await expect(() => store.accounts.remove('test', anna)).rejects.toThrow(/only administrator/);
    await store.accounts.setAdministrator('test', 'ben@shop.example', true);
    await store.accounts.remove('test', anna);
    expect([await store.accounts.bySession(token), await store.accounts.byToken(clear)]).toEqual([
      null,
      null,
    ]);
    expect(store.operators.list(websiteId).map(({ email }) => email)).toEqual(['ben@shop.example']);
    await expect(() => store.accounts.remove('test', 'ben@shop.example')).rejects.toThrow(
      /only administrator/,
    );
  });
});

describe('operator token', () => {
  it('works until it is revoked, and records its last use', async () => {
    const issued = await store.accounts.issueToken(operatorId, anna, 'nightly import');
    expect(issued.clear).toMatch(/^kdr_tok_[\w-]{43}$/);
    expect((await store.accounts.byToken(issued.clear))?.operator.email).toBe(anna);
    expect(store.accounts.tokens(operatorId)[0]?.lastUsedAt).toBe(clock.now().toISOString());
    expect(await store.accounts.byToken(`${issued.clear.slice(0, -1)}_`)).toBeNull();
    await expect(() => store.accounts.revokeToken(operatorId + 1, anna, issued.id)).rejects.toThrow(
      /no such token/,
    );
    await store.accounts.revokeToken(operatorId, anna, issued.id);
    expect(await store.accounts.byToken(issued.clear)).toBeNull();
  });
});
