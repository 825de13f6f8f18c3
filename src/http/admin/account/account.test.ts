import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  bearer,
  openAdminClient,
  origin,
  passwordOf,
} from '../../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let websiteId: number;

beforeAll(async () => {
  client = await openAdminClient();
  websiteId = (await createWebsiteFixture(client.kindred, client.imports, 'north')).id;
});
afterAll(() => client.close());

/** A member with a session of their own. */
const signInAs = async (email: string, password = passwordOf(email)) => {
  const response = await client.request({
    method: 'POST',
    url: '/admin/session',
    body: { email, password },
    headers: { origin },
  });
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { status: response.status, headers: { cookie, origin } };
};

describe('the own account', () => {
  it('changes its password with the current one only, and other sessions end', async () => {
    const email = 'ann@north.example';
    await addMember(client.kindred, websiteId, email, 'viewer');
    const [here, there] = [await signInAs(email), await signInAs(email)];
    const change = (current: string, password: string) =>
      client.request({
        method: 'POST',
        url: '/admin/password',
        body: { current, password },
        headers: here.headers,
      });
    expect((await change('wrong', 'a long enough password')).status).toBe(403);
    expect((await change(passwordOf(email), 'short')).status).toBe(400);
    expect((await change(passwordOf(email), 'a long enough password')).status).toBe(204);
    const session = (headers: Record<string, string>) =>
      client.request({ method: 'GET', url: '/admin/session', headers });
    expect((await session(here.headers)).status).toBe(200);
    expect((await session(there.headers)).status).toBe(401);
    expect((await signInAs(email)).status).toBe(401);
    expect((await signInAs(email, 'a long enough password')).status).toBe(200);
  });

  it('lists its own sessions and tokens only', async () => {
    const tokens = await Promise.all(
      ['ben@north.example', 'cid@north.example'].map((email) =>
        addMember(client.kindred, websiteId, email, 'viewer'),
      ),
    );
    await signInAs('ben@north.example');
    const list = async (token: string, what: string) =>
      (await client.request({ method: 'GET', url: `/admin/${what}`, headers: bearer(token) })).json as {
        id: string;
      }[];
    const [ben = '', cid = ''] = tokens;
    expect(await list(ben, 'sessions')).toHaveLength(1);
    expect(await list(cid, 'sessions')).toHaveLength(0);
    const [own] = await list(ben, 'tokens');
    const remove = (token: string) =>
      client.request({ method: 'DELETE', url: `/admin/tokens/${own?.id ?? ''}`, headers: bearer(token) });
    expect((await remove(cid)).status).toBe(404);
    expect((await remove(ben)).status).toBe(204);
    expect(
      (await client.request({ method: 'GET', url: '/admin/session', headers: bearer(ben) })).status,
    ).toBe(401);
  });
});
