import { describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  type AdminResponse,
  bearer,
} from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

let client: AdminClient;
let headers: Record<string, string>;
let viewer: Record<string, string>;

withAdminShop('merchandiser', async (opened) => {
  ({ client, headers } = opened);
  viewer = bearer(await addMember(client.kindred, opened.shop.id, 'eve@north.example', 'viewer'));
});

const ask = (method: string, path: string, body?: object, as = headers): Promise<AdminResponse> =>
  client.request({
    method,
    url: `/admin/websites/north/campaigns${path}`,
    headers: as,
    ...(body && { body }),
  });

const banner = { banner: { position: 'filterTop', contents: ['Hello'] } };

const create = async (name: string, rest: object = {}): Promise<number> => {
  const { status, json } = await ask('POST', '', { name, effect: banner, box: 'north-similar', ...rest });
  expect(status).toBe(201);
  return (json as { ruleId: number }).ruleId;
};

const read = async (ruleId: number) => {
  const { status, json } = await ask('GET', `/${ruleId}`);
  return status === 200 ? json : status;
};

describe('undoing what was done to a campaign', () => {
  it.each([
    ['publishing', 'draft', 'publish'],
    ['pausing', 'published', 'withdraw'],
  ] as const)('takes back %s', async (_, state, action) => {
    const ruleId = await create(`Undo ${action}`, { state });
    const before = await read(ruleId);
    expect((await ask('POST', `/${ruleId}/${action}`)).status).toBe(200);
    expect(await read(ruleId)).not.toEqual(before);
    const undone = await ask('POST', `/${ruleId}/undo`);
    expect([undone.status, undone.json]).toEqual([200, before]);
    expect(await read(ruleId)).toEqual(before);
  });

  it('brings a deleted campaign back under its number, as it was', async () => {
    const ruleId = await create('Deleted by mistake', { state: 'published', priority: 4 });
    const before = await read(ruleId);
    expect((await ask('DELETE', `/${ruleId}`)).status).toBe(204);
    expect(await read(ruleId)).toBe(404);
    expect((await ask('POST', `/${ruleId}/undo`)).json).toEqual(before);
    expect(await read(ruleId)).toEqual(before);
    const { json } = await ask('GET', `/${ruleId}/history`);
    expect((json as { action: string }[]).map(({ action }) => action)).toEqual(['undo', 'remove', 'create']);
  });

  it('brings several back, in any order', async () => {
    const ruleIds = [
      await create('One of three'),
      await create('Two of three'),
      await create('Three of three'),
    ];
    for (const ruleId of ruleIds) await ask('DELETE', `/${ruleId}`);
    for (const ruleId of ruleIds.toReversed())
      expect((await ask('POST', `/${ruleId}/undo`)).status).toBe(200);
    const { json } = await ask('GET', '');
    const names = (json as { declaration: { name: string } }[]).map(({ declaration }) => declaration.name);
    expect(names).toEqual(expect.arrayContaining(['One of three', 'Two of three', 'Three of three']));
  });

  it('removes a campaign whose creation is undone, and goes no further', async () => {
    const ruleId = await create('Not meant');
    expect((await ask('POST', `/${ruleId}/undo`)).json).toBeNull();
    expect(await read(ruleId)).toBe(404);
    const again = await ask('POST', `/${ruleId}/undo`);
    expect([again.status, again.json]).toMatchObject([409, { reason: 'nothing-to-undo' }]);
  });

  it('goes back change by change', async () => {
    const ruleId = await create('Step 1');
    for (const name of ['Step 2', 'Step 3'])
      await ask('PUT', `/${ruleId}`, { name, effect: banner, box: 'north-similar' });
    const names: unknown[] = [];
    for (let step = 0; step < 2; step += 1) {
      const { json } = await ask('POST', `/${ruleId}/undo`);
      names.push((json as { declaration: { name: string } }).declaration.name);
    }
    expect(names).toEqual(['Step 2', 'Step 1']);
  });

  it.each(['999999', 'abc', '-1'])('knows no campaign %s', async (ruleId) => {
    expect((await ask('POST', `/${ruleId}/undo`)).status).toBe(404);
  });

  it('is not for viewers', async () => {
    const ruleId = await create('Only to look at');
    expect((await ask('POST', `/${ruleId}/undo`, undefined, viewer)).status).toBe(403);
    expect(await read(ruleId)).toMatchObject({ declaration: { name: 'Only to look at' } });
  });
});
