import { describe, expect, it } from 'vitest';
import type { AdminClient, AdminResponse } from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

withAdminShop('owner', (opened) => {
  ({ client, shop, headers } = opened);
});

const ask = (method: string, path: string, body?: unknown): Promise<AdminResponse> =>
  client.request({
    method,
    url: `/admin/websites/north${path}`,
    headers,
    ...(body !== undefined && { body }),
  });

const campaigns = (count: number, brand: string) =>
  Array.from({ length: count }, (_, place) => ({
    name: `campaign ${place}`,
    when: { brand: `${brand} ${place}` },
    effect: { redirect: { url: `https://north.example/${'sale/'.repeat(10)}${place}` } },
  }));

const declare = (body: object, query = ''): Promise<AdminResponse> =>
  ask('PUT', `/declaration${query}`, { website: { name: 'north' }, ...body });

type Applied = { readonly campaigns: readonly { readonly name: string; readonly change: string }[] };
const changesOf = ({ json }: AdminResponse): string[] => [
  ...new Set((json as Applied).campaigns.map(({ change }) => change)),
];
const listNames = async (): Promise<string[]> =>
  ((await ask('GET', '/campaigns')).json as { declaration: { name: string } }[])
    .map(({ declaration }) => declaration.name)
    .filter((name) => name.startsWith('campaign '));

describe('a large declaration', () => {
  it('is applied whole, audited with its actor, and seen at once', async () => {
    const applied = await declare({ campaigns: campaigns(200, 'Acme') });
    expect([applied.status, changesOf(applied)]).toEqual([200, ['created']]);
    expect(await listNames()).toHaveLength(200);
    const audit = client.kindred.store.audit.list(shop.id, 200);
    expect(new Set(audit.map(({ actor }) => actor))).toEqual(new Set(['ann@north.example']));
    expect(client.kindred.store.audit.verify()).toBeNull();
    expect(changesOf(await declare({ campaigns: campaigns(200, 'Acme') }))).toEqual(['unchanged']);
  });

  it('changes nothing as a dry run', async () => {
    const trial = await declare({ campaigns: campaigns(200, 'Other') }, '?dryRun=true');
    expect([trial.status, changesOf(trial)]).toEqual([200, ['updated']]);
    expect(changesOf(await declare({ campaigns: campaigns(200, 'Acme') }))).toEqual(['unchanged']);
  });

  it('changes nothing when one of its items is refused, and every issue is listed', async () => {
    const items = campaigns(200, 'Wrong');
    const faulty = items.map((item, place) => (place % 100 === 7 ? { ...item, box: 'none' } : item));
    const refused = await declare({ campaigns: faulty });
    const { faults } = refused.json as { faults: { path: string }[] };
    expect([refused.status, faults.map(({ path }) => path)]).toEqual([
      400,
      ['$.campaigns[7].box', '$.campaigns[107].box'],
    ]);
    expect(changesOf(await declare({ campaigns: campaigns(200, 'Acme') }))).toEqual(['unchanged']);
  });

  it('removes what it leaves out when asked to', async () => {
    const { boxes, datasets } = (await ask('GET', '/declaration')).json as {
      boxes: object[];
      datasets: object[];
    };
    const applied = await declare({ boxes, datasets, campaigns: campaigns(150, 'Acme') }, '?prune=true');
    expect([applied.status, changesOf(applied)]).toEqual([200, ['unchanged', 'removed']]);
    expect(await listNames()).toHaveLength(150);
  });

  it('comes one after the other, and other calls of the admin API come after it', async () => {
    const answers = await Promise.all([
      declare({ campaigns: campaigns(150, 'First') }),
      declare({ campaigns: campaigns(150, 'Second') }),
      ask('POST', '/campaigns', { ...campaigns(1, 'Single')[0], name: 'single' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
    const { campaigns: stored } = (await ask('GET', '/declaration')).json as {
      campaigns: { name: string; when: { brand: string } }[];
    };
    expect(stored.find(({ name }) => name === 'campaign 9')?.when.brand).toBe('Second 9');
    expect(stored.filter(({ name }) => name === 'single')).toHaveLength(1);
  });
});

describe('other large writes', () => {
  const curation = (count: number) =>
    Array.from({ length: count }, (_, place) => ({
      pattern: `shirt ${place}`,
      add: ['a linen shirt'],
      hide: [],
    }));

  it('of a curation are stored, and refused with paths inside the box', async () => {
    const path = '/boxes/north-related/curation';
    const stored = await ask('PUT', path, curation(600));
    expect([stored.status, (stored.json as object[]).length]).toEqual([200, 600]);
    const repeated = curation(600).map((entry, place) => (place === 3 ? { ...entry, pattern: '!' } : entry));
    expect((await ask('PUT', path, repeated)).status).not.toBe(500);
    expect((await ask('PUT', path, curation(2001))).status).toBe(400);
  });

  it('of synonyms and blocked words are stored', async () => {
    const synonyms = Array.from({ length: 900 }, (_, place) => [`word ${place}`, `other word ${place}`]);
    const settings = (await ask('GET', '')).json as object;
    const changed = await ask('PUT', '', { ...settings, synonyms });
    expect([changed.status, (changed.json as { synonyms: string[][] }).synonyms.length]).toEqual([200, 900]);
    const path = '/datasets/north-searches';
    const { declaration } = (await ask('GET', path)).json as { declaration: object };
    const blockedWords = Array.from({ length: 2000 }, (_, place) => `blocked ${place}`);
    const dataset = { ...declaration, learning: { blockedWords } };
    expect((await ask('PUT', path, dataset)).status).toBe(200);
    const { faults } = (await ask('PUT', path, { ...dataset, products: 'none' })).json as {
      faults: { path: string }[];
    };
    expect(faults.map((fault) => fault.path)).toEqual(['$.products']);
  });
});

describe('a body', () => {
  const sized = (bytes: number) => ({ email: 'ann@north.example', password: 'x'.repeat(bytes) });

  it('that anybody may send is small', async () => {
    const signIn = (bytes: number) =>
      client.request({
        method: 'POST',
        url: '/admin/session',
        headers: { origin: 'http://localhost' },
        body: sized(bytes),
      });
    expect((await signIn(70_000)).status).toBe(413);
    expect((await signIn(2000)).status).not.toBe(413);
  });

  it('of a member may have a megabyte, that of a declaration two', async () => {
    const long = (bytes: number) => ({ name: 'x'.repeat(bytes) });
    expect((await ask('POST', '/campaigns', long(1_100_000))).status).toBe(413);
    expect((await declare({ note: 'x'.repeat(1_100_000) })).status).toBe(400);
    expect((await declare({ note: 'x'.repeat(2_200_000) })).status).toBe(413);
  });
});
