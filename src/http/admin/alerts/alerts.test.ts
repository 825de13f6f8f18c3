import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  bearer,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let owner: Record<string, string>;
let merchandiser: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  const { id } = await createWebsiteFixture(client.kindred, client.imports, 'north');
  owner = bearer(await addMember(client.kindred, id, 'ann@north.example', 'owner'));
  merchandiser = bearer(await addMember(client.kindred, id, 'bob@north.example', 'merchandiser'));
});
afterAll(() => client.close());

const call = (method: string, path = '', body?: unknown, headers = owner) =>
  client.request({ method, url: `/admin/websites/north/alerts${path}`, headers, body });

describe('alerts of a website', () => {
  it('have no address at first', async () => {
    expect((await call('GET')).json).toEqual({
      url: null,
      email: null,
      canMail: false,
      secret: null,
      deliveries: [],
    });
    expect((await call('POST', '/test')).status).toBe(409);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/plain,x',
    'file:///etc/passwd',
    'ftp://hooks.example/',
    'hooks.example',
    'https://user:password@hooks.example/',
    '',
  ])('refuse the address %j', async (url) => {
    expect((await call('PUT', '', { url })).status).toBe(400);
  });

  it.each(['ann', 'a@b@c', 'ann@shop.example\r\nRCPT TO:<x@y>', '<ann@shop.example>', 'a@b, c@d'])(
    'refuse the e-mail address %j',
    async (email) => expect((await call('PUT', '', { url: null, email })).status).toBe(400),
  );

  it('keep the e-mail address where only the other is changed', async () => {
    await call('PUT', '', { url: null, email: 'team@shop.example' });
    const { json } = await call('PUT', '', { url: null });
    expect(json).toMatchObject({ url: null, email: 'team@shop.example', secret: null });
    expect((await call('PUT', '', { url: null, email: null })).json).toMatchObject({ email: null });
  });

  it('are saved with a secret, and audited without it', async () => {
    const { status, json } = await call('PUT', '', { url: 'http://10.0.0.7/hook' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      url: 'http://10.0.0.7/hook',
      secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    const { secret } = json as { secret: string };
    const audit = await client.request({ method: 'GET', url: '/admin/websites/north/audit', headers: owner });
    expect(audit.text).toContain('alerts.update');
    expect(audit.text).not.toContain(secret);
  });

  it('show the secret once: afterwards its end alone', async () => {
    const shown = (answer: { json: unknown }) => (answer.json as { secret: string | null }).secret;
    await call('PUT', '', { url: null });
    const secret = shown(await call('PUT', '', { url: 'http://10.0.0.7/hook' })) ?? '';
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const masked = `…${secret.slice(-4)}`;
    const later = [
      await call('GET'),
      await call('PUT', '', { url: 'http://10.0.0.7/hook' }),
      await call('PUT', '', { url: 'http://10.0.0.8/hook' }),
      await call('PUT', '', { url: 'http://10.0.0.7/hook' }),
    ];
    expect(later.map(shown)).toEqual([masked, masked, masked, masked]);
  });

  it('do not call a private address, and say so', async () => {
    const { status, json } = await call('POST', '/test');
    expect(status).toBe(200);
    expect(json).toMatchObject({ kind: 'test', state: 'failed', attempts: 1 });
    expect((json as { result: string }).result).toMatch(/10\.0\.0\.7/);
    expect((await call('GET')).json).toMatchObject({ deliveries: [{ kind: 'test', state: 'failed' }] });
  });

  it('are for owners', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/test'],
    ] as const)
      expect((await call(method, path, undefined, merchandiser)).status).toBe(403);
    expect((await call('PUT', '', { url: null }, merchandiser)).status).toBe(403);
  });

  it('are removed with the website', async () => {
    const { kindred, imports } = client;
    const west = await createWebsiteFixture(kindred, imports, 'west');
    const headers = bearer(await addMember(kindred, west.id, 'cy@west.example', 'owner'));
    const url = '/admin/websites/west';
    const body = { url: 'http://10.0.0.7/hook' };
    expect((await client.request({ method: 'PUT', url: `${url}/alerts`, headers, body })).status).toBe(200);
    const file = join(kindred.config.dataDir, 'alerts', `${west.tracker}.json`);
    expect(existsSync(file)).toBe(true);
    expect((await client.request({ method: 'DELETE', url, headers })).status).toBe(204);
    expect(existsSync(file)).toBe(false);
  });

  it('are switched off by no address', async () => {
    expect((await call('PUT', '', { url: null })).json).toMatchObject({ url: null, secret: null });
  });
});
