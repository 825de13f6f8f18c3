import { describe, expect, it } from 'vitest';
import type { AdminClient } from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

type Answer = {
  period: {
    clicks: number;
    carts: number;
    orders: number;
    revenue: unknown[];
    credited: { orders: number; revenue: unknown[] };
  };
  series: { at: string }[];
  boxes: { box: string; orders: number; revenue: unknown[] }[];
  campaigns: { answers: number; experiment: Experiment | null }[];
  top: { identifiers: unknown[]; failedIdentifiers: unknown[] };
};
type Experiment = {
  share: number;
  with: { shown: number; clicked: number };
  without: { shown: number; clicked: number };
  difference: { value: number; low: number; high: number };
};
/** What the expectations below fail on, when there is no experiment. */
const nothing = { shown: 0, clicked: 0 };
const missing = {
  answers: -1,
  experiment: {
    share: 0,
    with: nothing,
    without: nothing,
    difference: { value: 0, low: 0, high: 0 },
  },
};

const withKey = () => ({ 'ocp-apim-subscription-key': shop.key });
const range = 'from=2026-11-15&to=2026-11-16';

const search = async (identifier: string, shopper = 'c0') => {
  const url = `/search/imagesearch?btr=${shop.trackers.search}&identifier=${identifier}`;
  const answer = await client.request({
    method: 'GET',
    url,
    headers: { ...withKey(), 'x-kindred-shopper': shopper },
  });
  expect(answer.status).toBe(200);
  return answer.headers['x-request-id'] ?? '';
};

const send = async (events: readonly object[]) => {
  const answer = await client.request({
    method: 'POST',
    url: '/events',
    headers: withKey(),
    body: events,
  });
  expect(answer.status).toBe(202);
};

const read = async (query = ''): Promise<Answer> => {
  const url = `/admin/websites/north/analytics?${range}${query}`;
  const { status, json } = await client.request({ method: 'GET', url, headers });
  expect(status).toBe(200);
  return json as Answer;
};

const readFile = async (query: string): Promise<string[]> => {
  const url = `/admin/websites/north/analytics.csv?${range}${query}`;
  const { status, text } = await client.request({ method: 'GET', url, headers });
  expect(status).toBe(200);
  return text.trimEnd().split('\r\n');
};

const sale = (client_id: string, action_name: string, attributes: object) => ({
  client_id,
  action_name,
  timestamp: '2026-11-15T12:00:00Z',
  event_attributes: attributes,
});

withAdminShop('owner', (opened) => {
  ({ client, shop, headers } = opened);
});

describe('what shoppers bought', () => {
  it('counts for the box that the event names, once for each event and order', async () => {
    await search('north-p0');
    const { search: btr } = shop.trackers;
    const chair = { object_id: 'north-p3', price: 20, quantity: 2, currency: 'EUR' };
    const lamp = { object_id: 'north-p4', price: 5, currency: 'EUR' };
    const order = { btr, order_id: 'o1' };
    const events = [
      sale('a', 'add_to_cart', { btr, object: chair }),
      sale('a', 'purchase', { ...order, object: chair }),
      sale('a', 'purchase', { ...order, object: lamp }),
      sale('b', 'purchase', { object: { object_id: 'north-p5', price: 7, currency: 'USD' } }),
    ];
    await send(events);
    await send(events);
    const { period, boxes } = await read();
    expect(period).toMatchObject({
      carts: 1,
      orders: 2,
      revenue: [
        { currency: 'EUR', amount: 45 },
        { currency: 'USD', amount: 7 },
      ],
    });
    expect(boxes).toMatchObject([
      { box: 'north-similar', carts: 1, orders: 1, revenue: [{ currency: 'EUR', amount: 45 }] },
    ]);
    expect((await read('&box=north-related')).period).toMatchObject({ orders: 0, revenue: [] });
  });

  it('is in the table of boxes', async () => {
    const [columns, similar] = await readFile('&what=boxes');
    expect(columns).toBe('box,calls,notFound,clicks,carts,orders,revenue EUR');
    expect(similar).toMatch(/^north-similar,1,0,0,1,1,45$/);
  });
});

describe('a sale that names no box', () => {
  const click = (client_id: string, query_id: string, attributes: object) => ({
    ...sale(client_id, 'click', attributes),
    query_id,
  });
  const bought = (client_id: string, object_id: string, order_id: string) =>
    sale(client_id, 'purchase', { order_id, object: { object_id, price: 10, currency: 'CHF' } });
  const francs = (amount: number) => expect.arrayContaining([{ currency: 'CHF', amount }]) as unknown[];

  it('is credited to the list in which the shopper clicked the product in this visit', async () => {
    const { search: btr } = shop.trackers;
    await send([click('v1', 'list-v1', { btr, object: { object_id: 'north-p2' } })]);
    await send([bought('v1', 'north-p2', 'v-1'), bought('v2', 'north-p2', 'v-2')]);
    const { period, boxes } = await read();
    expect(boxes.find(({ box }) => box === 'north-similar')?.revenue).toEqual(francs(10));
    expect(period.revenue).toEqual(francs(20));
    expect(period.credited.revenue).toEqual(francs(10));
  });

  it('is credited to the keyword that was followed, when no list led to the product', async () => {
    const { search: btr, related } = shop.trackers;
    const before = (await read('&box=north-related')).period;
    const keyword = { object_id: 'sofa', object_id_field: 'suggestion' };
    await send([
      click('v3', 'list-v3', { btr: related, object: keyword }),
      click('v3', 'list-v4', { btr, object: { object_id: 'north-p2' } }),
    ]);
    const ordersBefore = (await read()).period.orders;
    await send([bought('v3', 'north-p2', 'v-3'), bought('v3', 'north-p6', 'v-3')]);
    const { period } = await read('&box=north-related');
    expect([period.orders - before.orders, period.revenue]).toEqual([1, francs(10)]);
    // Both boxes led to a product of this order; it stays one order of the shop.
    expect((await read()).period.orders - ordersBefore).toBe(1);
  });

  it('counts for the campaigns that the list named, if they are campaigns of the box', async () => {
    const created = await client.request({
      method: 'POST',
      url: '/admin/websites/north/campaigns',
      headers,
      body: {
        name: 'pinned',
        box: 'north-similar',
        state: 'published',
        effect: { promotion: { promotions: [{ pin: { identifier: 'north-p7', position: 1 } }] } },
      },
    });
    const { ruleId } = created.json as { ruleId: number };
    const query_id = await search('north-p1', 'v5');
    const { search: btr } = shop.trackers;
    const campaigns = [ruleId, 99_999, 'x'];
    await send([click('v5', query_id, { btr, campaigns, object: { object_id: 'north-p7' } })]);
    await send([bought('v5', 'north-p7', 'v-5')]);
    expect((await read()).campaigns).toMatchObject([
      { campaign: 'pinned', clicks: 1, carts: 0, orders: 1, revenue: [{ currency: 'CHF', amount: 10 }] },
    ]);
    const [columns, pinned] = await readFile('&what=campaigns');
    expect(columns).toMatch(/,clicks,carts,orders,revenue CHF$/);
    expect(pinned).toMatch(/,1,0,1,10$/);
    await client.request({ method: 'DELETE', url: `/admin/websites/north/campaigns/${ruleId}`, headers });
  });

  it('is not credited when the visit is over', async () => {
    const { search: btr } = shop.trackers;
    await send([click('v6', 'list-v6', { btr, object: { object_id: 'north-p2' } })]);
    client.clock.nowMs += 31 * 60_000;
    const before = (await read()).period.credited;
    await send([bought('v6', 'north-p2', 'v-6')]);
    expect((await read()).period.credited).toEqual(before);
    client.clock.nowMs -= 31 * 60_000;
  });
});

describe('products', () => {
  it('have the name of the catalogue, and none if it does not have them', async () => {
    await search('no-such-product');
    const { top } = await read();
    expect(top.identifiers).toContainEqual({
      text: 'north-p0',
      count: 1,
      product: { dataset: 'north-catalogue', displayText: expect.stringMatching(/\w/) as string },
    });
    expect(top.failedIdentifiers).toEqual([{ text: 'no-such-product', count: 1, product: null }]);
    expect(await readFile('&what=products')).toContain('no-such-product,,1,1');
  });
});

describe('a campaign for half of the traffic', () => {
  const campaign = {
    name: 'half',
    box: 'north-similar',
    state: 'published',
    share: 0.5,
    effect: { promotion: { promotions: [{ pin: { identifier: 'north-p7', position: 1 } }] } },
  };

  it('is read as an experiment of those who saw it and those who did not', async () => {
    const created = await client.request({
      method: 'POST',
      url: '/admin/websites/north/campaigns',
      headers,
      body: campaign,
    });
    expect([created.status, created.text]).toMatchObject([201, expect.any(String)]);
    const { search: btr } = shop.trackers;
    const events: object[] = [];
    for (let at = 0; at < 40; at += 1) {
      const shopper = `shopper ${at}`;
      const query_id = await search('north-p1', shopper);
      const about = { client_id: shopper, query_id, event_attributes: { btr } };
      events.push({ ...about, action_name: 'impression' });
      if (at % 4 === 0) events.push({ ...about, action_name: 'click' });
    }
    await send(events);
    const [{ experiment, answers } = missing] = (await read()).campaigns;
    const { share, with: treated, without, difference } = experiment ?? missing.experiment;
    expect([share, answers]).toEqual([0.5, treated.shown]);
    expect([treated.shown + without.shown, treated.clicked + without.clicked]).toEqual([40, 10]);
    expect(difference.low).toBeLessThan(difference.value);
    expect(difference.high).toBeGreaterThan(difference.value);
    expect((await readFile('&what=campaigns'))[1]).toMatch(/^\d+,half,\d+,0\.5,/);
  });

  it('is left out for boxes that it does not change', async () => {
    expect((await read('&box=north-related')).campaigns).toEqual([]);
  });
});

describe('the series', () => {
  it.each([
    ['', 24],
    ['&step=hour', 24],
    ['&step=day', 1],
  ])('%j of a day has %i points', async (query, points) => {
    expect((await read(query)).series).toHaveLength(points);
  });

  it('is by day where hours would be too many', async () => {
    const url = '/admin/websites/north/analytics?from=2026-08-15&to=2026-11-16&step=hour';
    const { json } = await client.request({ method: 'GET', url, headers });
    expect((json as Answer).series).toHaveLength(93);
  });

  it.each([
    ['analytics', 'step=week', 'step: "week" is not known. Allowed: hour, day.'],
    ['analytics.csv', 'what=all', 'what: "all" is not known.'],
    ['analytics.csv', 'what=constructor', 'what: "constructor" is not known.'],
  ])('of %s refuses %s', async (path, query, message) => {
    const url = `/admin/websites/north/${path}?${range}&${query}`;
    const { status, json } = await client.request({ method: 'GET', url, headers });
    expect(status).toBe(400);
    const { message: said, nextStep } = json as { message: string; nextStep: string };
    expect(`${said} ${nextStep}`).toContain(message);
  });
});
