import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { furnish } from '../testing/furnish.ts';
import { addMember, bearer, type Office, openOffice } from '../testing/office.ts';

let office: Office;
let headers: Record<string, string>;

beforeAll(async () => {
  office = await openOffice();
  const { id } = await furnish(office.kindred, office.imports, 'north');
  headers = bearer(await addMember(office.kindred, id, 'one@north.example', 'owner'));
  office.kindred.store.accounts.setAdministrator('test', 'one@north.example', true);
}, 60_000);
afterAll(() => office.close());

const start = () => office.ask({ method: 'POST', url: '/admin/system/backup', headers });
const listed = async () =>
  (await office.ask({ method: 'GET', url: '/admin/system/backups', headers })).json as {
    name: string;
    state: string;
    bytes: number | null;
  }[];

describe('backups of the installation', () => {
  it('are started one at a time, and listed newest first until they are complete', async () => {
    expect(await listed()).toEqual([]);
    const first = await start();
    expect(first).toMatchObject({ status: 202, json: { state: 'running', bytes: null } });
    expect((await start()).status).toBe(409);
    await vi.waitFor(async () => expect((await listed())[0]?.state).toBe('complete'), 30_000);
    office.clock.nowMs += 1_000;
    const second = await start();
    expect(second.status).toBe(202);
    await vi.waitFor(
      async () => expect((await listed()).map(({ state }) => state)).toEqual(['complete', 'complete']),
      30_000,
    );
    const names = (await listed()).map(({ name }) => name);
    expect(names).toEqual([second.json, first.json].map((json) => (json as { name: string }).name));
    expect((await listed())[0]?.bytes).toBeGreaterThan(0);
  }, 60_000);
});
