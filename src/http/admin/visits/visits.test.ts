import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminClient,
  type AdminResponse,
  bearer,
  openAdminClient,
  passwordOf,
} from '../../../../test/support/http/admin/admin-client.ts';

const ada = 'ada@south.example';
const north = '/admin/websites/north';
const reason = 'The feed of Monday is empty';

let client: AdminClient;
let administrator: Record<string, string>;
let owner: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  const { id } = await createWebsiteFixture(kindred, imports, 'north');
  const south = await createWebsiteFixture(kindred, imports, 'south');
  owner = bearer(await addMember(kindred, id, 'owner@north.example', 'owner'));
  administrator = bearer(await addMember(kindred, south.id, ada, 'owner'));
  await kindred.store.accounts.setAdministrator('test', ada, true);
});

afterAll(() => client.close());

const ask = (method: string, url: string, headers = administrator, body?: unknown): Promise<AdminResponse> =>
  client.request({ method, url, headers, ...(body !== undefined && { body }) });

const enter = (body: object = {}, website = 'north') =>
  ask('POST', `/admin/websites/${website}/visit`, administrator, {
    reason,
    password: passwordOf(ada),
    ...body,
  });

const listWebsites = async () => (await ask('GET', '/admin/websites')).json;
const listOpen = async () =>
  ((await ask('GET', '/admin/session')).json as { websites: { name: string }[] }).websites.map(
    ({ name }) => name,
  );

describe('an administrator', () => {
  it('sees all websites in the list, and inside of none but their own', async () => {
    expect(await listWebsites()).toEqual([
      { name: 'north', displayName: 'The shop north', role: null },
      { name: 'south', displayName: 'The shop south', role: 'owner' },
    ]);
    expect(await listOpen()).toEqual(['south']);
    expect((await ask('GET', `${north}/boxes`)).status).toBe(404);
  });

  it('enters with a reason and the password, and not without', async () => {
    expect((await enter({ password: 'not the present one' })).json).toMatchObject({
      reason: 'wrong-password',
    });
    for (const none of ['', '    ']) expect((await enter({ reason: none })).status).toBe(400);
    expect((await enter({}, 'nowhere')).status).toBe(404);
    expect((await enter({}, 'south')).json).toMatchObject({ code: 'conflict' });
    expect((await ask('GET', `${north}/boxes`)).status).toBe(404);
    expect((await ask('DELETE', `${north}/visit`)).status).toBe(404);
  });

  it('has the rights of an owner inside; the owners see who, why and until when, and every change', async () => {
    const keys = `${north}/subscriptions/north-keys/reveal`;
    const password = passwordOf(ada);
    expect((await ask('POST', keys, administrator, { password })).status).toBe(404);
    const entered = await enter();
    expect(entered.status).toBe(201);
    const { until } = entered.json as { until: string };
    expect(await listWebsites()).toContainEqual({
      name: 'north',
      displayName: 'The shop north',
      role: 'owner',
      enteredUntil: until,
    });
    expect((await ask('POST', keys, administrator, { password })).status).toBe(200);
    expect((await ask('DELETE', `${north}/boxes/north-similar`)).status).toBe(204);
    const { json } = await ask('GET', `${north}/audit?actor=${ada}`, owner);
    expect(json).toMatchObject({
      entries: [
        { actor: ada, action: 'box.remove' },
        { actor: ada, action: 'subscription.reveal' },
        { actor: ada, action: 'visit.start', subject: `visit ${ada}`, after: { reason, until } },
      ],
    });
    expect((await ask('GET', `${north}/members`, owner)).json).toHaveLength(1);
  });

  it('is outside again after leaving', async () => {
    expect((await ask('DELETE', `${north}/visit`)).status).toBe(204);
    expect((await ask('GET', `${north}/boxes`)).status).toBe(404);
    expect(await listOpen()).toEqual(['south']);
    const { json } = await ask('GET', `${north}/audit?actor=${ada}`, owner);
    expect(json).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ action: 'visit.end' })]) as object[],
    });
  });

  it('removes a website without entering it', async () => {
    expect((await ask('DELETE', north)).status).toBe(204);
    expect(await listWebsites()).toHaveLength(1);
  });
});
