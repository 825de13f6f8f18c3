import { describe, expect, it } from 'vitest';
import type { AdminClient, AdminResponse } from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

let client: AdminClient;
let headers: Record<string, string>;

withAdminShop('owner', (opened) => {
  ({ client, headers } = opened);
});

/** A long list of other campaigns makes the declaration a large one, which is applied in a thread. */
const padding = Array.from({ length: 120 }, (_, place) => ({
  name: `other ${place}`,
  when: { brand: `Brand ${place}` },
  effect: { redirect: { url: `https://north.example/${'sale/'.repeat(10)}${place}` } },
}));

type Size = 'small' | 'large';

const declare = (size: Size, items: { campaigns?: object[]; boxes?: object[] }, query = '') =>
  client.request({
    method: 'PUT',
    url: `/admin/websites/north/declaration${query}`,
    headers,
    body: {
      website: { name: 'north' },
      ...items,
      campaigns: [...(items.campaigns ?? []), ...(size === 'large' ? padding : [])],
    },
  });

const namesOf = async (): Promise<string[]> => {
  const answer = await client.request({ method: 'GET', url: '/admin/websites/north/campaigns', headers });
  return (answer.json as { declaration: { name: string } }[]).map(({ declaration }) => declaration.name);
};

const faultsOf = ({ json }: AdminResponse) =>
  (json as { faults: { path: string; message: string }[] }).faults.map(({ path, message }) => [
    path,
    message,
  ]);

const hide = (name: string, filter: string) => ({
  name,
  box: 'north-similar',
  effect: { promotion: { promotions: [{ hide: { filter } }] } },
});
const redirect = (name: string) => ({
  name,
  state: 'published',
  effect: { redirect: { url: 'https://north.example/closed' } },
});

describe.each<Size>(['small', 'large'])('a %s declaration over HTTP', (size) => {
  it('is refused for filters on fields that the live catalogue does not have', async () => {
    const campaigns = [hide(`${size} good`, "brand eq 'Acme'"), hide(`${size} bad`, "brnd eq 'Acme'")];
    const refused = await declare(size, { campaigns });
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      [
        [
          '$.campaigns[1].effect.promotion.promotions[0].hide.filter',
          'the catalogue has no filter field called `brnd`',
        ],
      ],
    ]);
    expect(await namesOf()).not.toContain(`${size} good`);
  });

  it('is refused for a box that excludes by such a field, with the fields that there are', async () => {
    const box = {
      name: `${size}-box`,
      kind: 'search',
      dataset: 'north-catalogue',
      exclude: "colour eq 'Red'",
    };
    const refused = await declare(size, { boxes: [box] });
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      [['$.boxes[0].exclude', 'the catalogue has no filter field called `colour`']],
    ]);
    expect(refused.text).toContain('category, brand, color, price, sale');
    const corrected = { ...box, exclude: "color eq 'Red'" };
    expect((await declare(size, { boxes: [corrected] })).status).toBe(200);
  });

  it('wants every unconditional redirect confirmed by its name, also in a dry run', async () => {
    const campaigns = [redirect(`${size} one`), redirect(`${size} two, too`)];
    const confirm = (...names: string[]) => `?confirm=${encodeURIComponent(names.join('\n'))}`;
    for (const query of ['', '?dryRun=true', confirm(`${size} one`), confirm('another')]) {
      const refused = await declare(size, { campaigns }, query);
      expect([query, refused.status, (refused.json as { reason: string }).reason]).toEqual([
        query,
        409,
        'confirm-redirect',
      ]);
    }
    expect(await namesOf()).not.toContain(`${size} one`);
    const both = confirm(`${size} one`, `${size} two, too`);
    expect((await declare(size, { campaigns }, both)).status).toBe(200);
    expect(await namesOf()).toEqual(expect.arrayContaining([`${size} one`, `${size} two, too`]));
    // Unchanged: applying the same again needs no confirmation.
    expect((await declare(size, { campaigns })).status).toBe(200);
  });

  it('is not checked against a catalogue that is not live', async () => {
    const url = '/admin/websites/north/datasets';
    const body = { name: `${size}-new`, kind: 'products' };
    expect((await client.request({ method: 'POST', url, headers, body })).status).toBe(201);
    const box = { name: `${size}-later`, kind: 'search', dataset: `${size}-new`, exclude: "later eq 'x'" };
    expect((await declare(size, { boxes: [box] })).status).toBe(200);
  });
});
