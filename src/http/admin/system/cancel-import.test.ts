import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  bearer,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let administrator: Record<string, string>;
let owner: Record<string, string>;
let dataset: NonNullable<ReturnType<AdminClient['kindred']['store']['datasets']['byName']>>;

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred, imports } = client;
  const north = await createWebsiteFixture(kindred, imports, 'north');
  const south = await createWebsiteFixture(kindred, imports, 'south');
  administrator = bearer(await addMember(kindred, south.id, 'admin@example.com', 'viewer'));
  await kindred.store.accounts.setAdministrator('test', 'admin@example.com', true);
  owner = bearer(await addMember(kindred, south.id, 'owner@south.example', 'owner'));
  const found = kindred.store.datasets.byName(north.id, 'north-catalogue');
  if (found === null) throw new Error('it was created above');
  dataset = found;
});
afterAll(() => client.close());

const cancel = (id: string, headers: Record<string, string>) =>
  client.request({ method: 'POST', url: `/admin/system/imports/${id}/cancel`, headers });

describe('an import of another website', () => {
  it('is stopped by an administrator, and by nobody else', async () => {
    const { kindred } = client;
    const website = kindred.store.websites.byName('north');
    if (website === null) throw new Error('it was created above');
    await expect.poll(() => kindred.imports.isRunning(dataset)).toBe(false);
    const { id } = kindred.imports.open({ website, dataset });
    expect((await cancel(id, owner)).status).toBe(403);
    expect(kindred.imports.get(dataset, id)?.state).toBe('queued');
    expect((await cancel(id, administrator)).status).toBe(204);
    expect(kindred.imports.get(dataset, id)?.state).toBe('cancelled');
    expect((await cancel(id, administrator)).status).toBe(409);
  });

  it('that does not exist is not found', async () => {
    expect((await cancel('20260101T000000000Z-abcdef', administrator)).status).toBe(404);
  });
});
