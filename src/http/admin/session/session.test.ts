import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieName } from '../core/credentials.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  type AdminClient,
  openAdminClient,
  origin,
  passwordOf,
} from '../../../../test/support/http/admin/admin-client.ts';

const email = 'ann@north.example';
const own = { origin };

let client: AdminClient;
let websiteId: number;

beforeAll(async () => {
  client = await openAdminClient();
  websiteId = (await createWebsiteFixture(client.kindred, client.imports, 'north')).id;
  await addMember(client.kindred, websiteId, email, 'owner');
});

afterAll(() => client.close());

const signIn = (body: object, headers: Record<string, string> = own): Promise<AdminResponse> =>
  client.request({ method: 'POST', url: '/admin/session', body, headers });

const cookieOf = ({ headers }: AdminResponse): string =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

const signedIn = async (): Promise<{ cookie: string }> => ({
  cookie: cookieOf(await signIn({ email, password: passwordOf(email) })),
});

describe('signing in', () => {
  it('sets a cookie that is Secure, HttpOnly and bound to this host', async () => {
    const response = await signIn({ email, password: passwordOf(email) });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      operator: { email, administrator: false, totp: false },
      websites: expect.arrayContaining([
        { name: 'north', displayName: 'The shop north', role: 'owner' },
      ]) as object[],
    });
    const [name, ...attributes] = String(response.headers['set-cookie']).split('; ');
    expect(name).toMatch(new RegExp(`^${cookieName}=[\\w-]{43,}$`));
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
    expect(response.text).not.toContain(name?.split('=')[1]);
  });

  it('answers the same for an unknown address and a wrong password', async () => {
    const wrong = await signIn({ email, password: 'not the present one' });
    const unknown = await signIn({ email: 'nobody@north.example', password: 'not the present one' });
    const withoutRequestId = ({ status, json }: AdminResponse) => ({
      status,
      ...(json as object),
      requestId: null,
    });
    expect(withoutRequestId(wrong)).toEqual(withoutRequestId(unknown));
    expect(wrong.status).toBe(401);
  });

  it('refuses other origins, and pages without HTTPS, whose cookie a browser would not keep', async () => {
    const body = { email, password: passwordOf(email) };
    expect((await signIn(body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn(body, { origin: 'null' })).status).toBe(403);
    const plain = await signIn(body, { origin: 'http://shop.example:8080', host: 'shop.example:8080' });
    expect([plain.status, plain.text.includes('HTTPS')]).toEqual([400, true]);
  });

  it('answers 429 with Retry-After after repeated wrong passwords', async () => {
    const other = 'patient@north.example';
    await addMember(client.kindred, websiteId, other, 'viewer');
    let response = await signIn({ email: other, password: 'wrong' });
    for (let attempt = 0; attempt < 20 && response.status === 401; attempt += 1) {
      response = await signIn({ email: other, password: 'wrong' });
    }
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a session', () => {
  it('is ended by signing out', async () => {
    const { cookie } = await signedIn();
    expect((await client.request({ method: 'GET', url: '/admin/session', headers: { cookie } })).status).toBe(
      200,
    );
    const out = await client.request({
      method: 'DELETE',
      url: '/admin/session',
      headers: { cookie, ...own },
    });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await client.request({ method: 'GET', url: '/admin/session', headers: { cookie } })).status).toBe(
      401,
    );
  });

  it('refuses changes with a cookie unless the request comes from the same origin', async () => {
    const { cookie } = await signedIn();
    const name = (headers: Record<string, string>) =>
      client.request({
        method: 'POST',
        url: '/admin/tokens',
        body: { name: JSON.stringify(headers), password: passwordOf(email) },
        headers: { cookie, ...headers },
      });
    expect((await name({})).status).toBe(403);
    expect((await name({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await name({ origin: 'http://localhost.evil.example' })).status).toBe(403);
    expect((await name({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await name({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    expect((await name(own)).status).toBe(201);
  });

  it('is listed, and can be ended from another session', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const response = await client.request({ method: 'GET', url: '/admin/sessions', headers: here });
    const sessions = response.json as { id: string; current: boolean }[];
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    for (const { id } of sessions.filter(({ current }) => !current)) {
      await client.request({ method: 'DELETE', url: `/admin/sessions/${id}`, headers: { ...here, ...own } });
    }
    expect((await client.request({ method: 'GET', url: '/admin/session', headers: there })).status).toBe(401);
    expect((await client.request({ method: 'GET', url: '/admin/session', headers: here })).status).toBe(200);
  });
});

describe('links', () => {
  it('a set-up link creates the first administrator, once', async () => {
    const token = (await client.kindred.store.setUp.issue()) ?? '';
    const valid = async () => (await client.request({ method: 'GET', url: `/admin/setup/${token}` })).json;
    expect(await valid()).toEqual({ valid: true });
    const body = { token, email: 'first@north.example', password: 'correct horse battery staple' };
    const done = await client.request({ method: 'POST', url: '/admin/setup', body, headers: own });
    expect(done.json).toEqual({ email: 'first@north.example', signedIn: true });
    const headers = { cookie: cookieOf(done) };
    const session = await client.request({ method: 'GET', url: '/admin/session', headers });
    expect(session.json).toMatchObject({
      operator: { administrator: true },
      websites: [],
    });
    expect(await valid()).toEqual({ valid: false });
    expect((await client.request({ method: 'POST', url: '/admin/setup', body, headers: own })).status).toBe(
      404,
    );
    const made = await client.request({
      method: 'POST',
      url: '/admin/websites',
      body: { name: 'made' },
      headers: { ...headers, ...own },
    });
    expect(made.json).toMatchObject({ name: 'made', displayName: 'made', language: 'en' });
    const response = await client.request({ method: 'GET', url: '/admin/websites', headers });
    expect(response.json).toContainEqual({ name: 'made', displayName: 'made', role: 'owner' });
    expect(response.json).toContainEqual({ name: 'north', displayName: 'The shop north', role: null });
  });

  it('an invitation adds a member with its role, once', async () => {
    const { cookie } = await signedIn();
    const invited = await client.request({
      method: 'POST',
      url: '/admin/websites/north/members',
      body: { email: 'ben@north.example', role: 'merchandiser' },
      headers: { cookie, ...own },
    });
    const { invitation } = invited.json as { invitation: string };
    expect(invitation).toMatch(/^http:\/\/localhost\/portal\/invitation\/[\w-]+$/);
    const url = `/admin/invitations/${invitation.split('/').at(-1)}`;
    const offered = await client.request({ method: 'GET', url });
    expect(offered.json).toEqual({
      email: 'ben@north.example',
      website: 'The shop north',
      role: 'merchandiser',
    });
    const body = { password: 'another long password' };
    const accepted = await client.request({ method: 'POST', url, body, headers: own });
    expect(accepted.json).toEqual({ email: 'ben@north.example', signedIn: true });
    expect((await client.request({ method: 'GET', url })).status).toBe(404);
    const members = await client.request({
      method: 'GET',
      url: '/admin/websites/north/members',
      headers: { cookie },
    });
    expect(members.json).toContainEqual(
      expect.objectContaining({ email: 'ben@north.example', role: 'merchandiser', invited: false }),
    );
  });
});

describe('an invitation of an address that somebody else registered', () => {
  it('can be accepted with a password of one’s own, when asked for', async () => {
    const { store } = client.kindred;
    const [mine, other] = ['made', 'north'].map((name) => store.websites.byName(name)?.id ?? 0);
    const address = 'boss@victim.example';
    const accept = async (website: number, body: object) => {
      const { token } = await store.operators.invite(website, 'test', address, 'viewer');
      return client.request({ method: 'POST', url: `/admin/invitations/${token}`, body, headers: own });
    };
    const first = await accept(other ?? 0, { password: 'a password of a stranger' });
    expect(first.json).toEqual({ email: address, signedIn: true });
    const password = 'an own password of the boss';
    const refused = await accept(mine ?? 0, { password });
    expect([refused.status, refused.json]).toMatchObject([403, { reason: 'invitation-password' }]);
    const accepted = await accept(mine ?? 0, { password, separate: true });
    expect(accepted.json).toEqual({ email: address, signedIn: true });
    const session = await client.request({
      method: 'GET',
      url: '/admin/session',
      headers: { cookie: cookieOf(accepted) },
    });
    expect(session.json).toMatchObject({ operator: { email: address }, websites: [{ name: 'made' }] });
  });
});

describe('two-factor sign-in', () => {
  it('gives a secret with a QR code, and refuses a wrong code', async () => {
    const headers = { ...(await signedIn()), ...own };
    const body = { password: passwordOf(email) };
    const begun = await client.request({ method: 'POST', url: '/admin/totp', body, headers });
    const { uri, qr } = begun.json as { uri: string; qr: string };
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(qr).toMatch(/^<svg /);
    const confirm = await client.request({
      method: 'PUT',
      url: '/admin/totp',
      body: { code: '000000' },
      headers,
    });
    expect(confirm.status).toBe(400);
  });
});

describe('credentials of an operator', () => {
  const password = passwordOf(email);
  const post = (
    url: string,
    body: object,
    headers: Record<string, string>,
    method: 'POST' | 'PUT' = 'POST',
  ) => client.request({ method, url, body, headers });

  it('cannot be made or replaced with a bare token, whoever holds it', async () => {
    const headers = bearer(await addMember(client.kindred, websiteId, 'script@north.example', 'viewer'));
    const given = { password: passwordOf('script@north.example') };
    expect((await post('/admin/totp', given, headers)).status).toBe(403);
    expect((await post('/admin/totp', { code: '000000' }, headers, 'PUT')).status).toBe(403);
    expect((await post('/admin/tokens', { name: 'more', ...given }, headers)).status).toBe(403);
  });

  it('need the password again in a session', async () => {
    const headers = { ...(await signedIn()), ...own };
    const wrong = { password: 'not the present one' };
    expect((await post('/admin/totp', wrong, headers)).status).toBe(403);
    expect((await post('/admin/tokens', { name: 'a script', ...wrong }, headers)).status).toBe(403);
    expect((await post('/admin/tokens', { name: 'a script', password }, headers)).status).toBe(201);
  });

  it('end with the password: a token works no more after it was changed', async () => {
    const changing = 'changing@north.example';
    const token = bearer(await addMember(client.kindred, websiteId, changing, 'viewer'));
    const asks = () => client.request({ method: 'GET', url: '/admin/session', headers: token });
    expect((await asks()).status).toBe(200);
    const { operator } =
      (await client.kindred.store.accounts.byToken(token['authorization']?.slice(7) ?? '')) ?? {};
    await client.kindred.store.accounts.password.change(operator?.id ?? 0, changing, {
      current: passwordOf(changing),
      password: 'another long password, chosen anew',
      from: { address: '192.0.2.1', userAgent: null },
    });
    expect((await asks()).status).toBe(401);
  });
});

describe('the log', () => {
  it('contains no password and no token', () => {
    expect(client.log.join('\n')).not.toContain('a long password of');
    expect(client.log.join('\n')).not.toContain('kdr_tok_');
  });
});
