import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  bearer,
  type AdminClient,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';

let client: AdminClient;
let headers: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  const { id } = await createWebsiteFixture(client.kindred, client.imports, 'north');
  headers = bearer(await addMember(client.kindred, id, 'one@north.example', 'owner'));
  await client.kindred.store.accounts.setAdministrator('test', 'one@north.example', true);
});
afterAll(() => client.close());

const start = () => client.request({ method: 'POST', url: '/admin/system/backup', headers });
const listBackups = async () =>
  (await client.request({ method: 'GET', url: '/admin/system/backups', headers })).json as {
    name: string;
    state: string;
    bytes: number | null;
  }[];

describe('backups of the installation', () => {
  it('run one at a time, and are listed newest first', async () => {
    expect(await listBackups()).toEqual([]);
    // Both at once: a fast machine might finish the first before a second call.
    const [first, refused] = await Promise.all([start(), start()]);
    expect(first).toMatchObject({ status: 202, json: { state: 'running', bytes: null } });
    expect(refused.status).toBe(409);
    await expect.poll(async () => (await listBackups())[0]?.state).toBe('complete');
    client.clock.nowMs += 1_000;
    const second = await start();
    expect(second.status).toBe(202);
    await expect
      .poll(async () => (await listBackups()).map(({ state }) => state))
      .toEqual(['complete', 'complete']);
    const names = (await listBackups()).map(({ name }) => name);
    expect(names).toEqual([second.json, first.json].map((json) => (json as { name: string }).name));
    expect((await listBackups())[0]?.bytes).toBeGreaterThan(0);
  });
});
