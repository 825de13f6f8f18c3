import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWebsiteFixture,
  type WebsiteFixture,
} from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  bearer,
  type AdminClient,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let other: WebsiteFixture;
let headers: Record<string, string>;

beforeAll(async () => {
  client = await openAdminClient();
  shop = await createWebsiteFixture(client.kindred, client.imports, 'north');
  other = await createWebsiteFixture(client.kindred, client.imports, 'south');
  headers = bearer(await addMember(client.kindred, shop.id, 'ann@north.example', 'viewer'));
});

afterAll(() => client.close());

const withKey = (key: string) => ({ 'ocp-apim-subscription-key': key });

/** Calls an operation and returns its request id, by which pages refer to the list. */
const requestList = async (path: string, parameters: Record<string, string>): Promise<string> => {
  const url = `${path}?${new URLSearchParams(parameters).toString()}`;
  const answer = await client.request({ method: 'GET', url, headers: withKey(shop.key) });
  expect(answer.status).toBe(200);
  return answer.headers['x-request-id'] ?? '';
};
const lookAlikes = () =>
  requestList('/search/imagesearch', { btr: shop.trackers.search, identifier: 'north-p0' });
const suggestions = () =>
  requestList('/relatedsearches/keywords', { btr: shop.trackers.related, pattern: 'shirt' });

type ReportedEvent = {
  readonly action?: string;
  readonly btr?: string;
  readonly list?: string;
  readonly object?: object;
};

const sendEvents = async (...reported: ReportedEvent[]): Promise<void> => {
  const events = reported.map(
    ({ action = 'click', btr, list, object = { object_id: 'north-p3' } }, index) => ({
      client_id: `shopper ${index}`,
      action_name: action,
      ...(list !== undefined && { query_id: list }),
      event_attributes: { object, ...(btr !== undefined && { btr }) },
    }),
  );
  const answer = await client.request({
    method: 'POST',
    url: '/events',
    headers: withKey(shop.key),
    body: events,
  });
  expect([answer.status, answer.text]).toMatchObject([202, expect.any(String)]);
};

const clickThrough = async (query = ''): Promise<unknown> => {
  const url = `/admin/websites/north/analytics?from=2026-11-15&to=2026-11-16${query}`;
  const { json } = await client.request({ method: 'GET', url, headers });
  return (json as { period: { clickThrough: unknown } | null }).period?.clickThrough;
};

describe('click-through', () => {
  it('is null while no page reports clicks', async () => {
    for (let time = 0; time < 4; time += 1) await lookAlikes();
    await suggestions();
    await sendEvents({ object: { object_id: 'north-p1' } });
    expect(await clickThrough()).toEqual({ suggestions: null, lookAlikes: null });
  });

  it('is the share of lists with a click, counting each list once', async () => {
    const list = await lookAlikes();
    const clicked = { btr: shop.trackers.search, list };
    await sendEvents(clicked, clicked, { ...clicked, object: { object_id: 'north-p4' } });
    expect(await clickThrough()).toEqual({ suggestions: null, lookAlikes: 1 / 5 });
    await sendEvents({ btr: shop.trackers.search.toUpperCase(), list: await lookAlikes() });
    expect(await clickThrough()).toEqual({ suggestions: null, lookAlikes: 2 / 6 });
  });

  it('of suggestions is credited to the box by the dataset tracker', async () => {
    const list = await suggestions();
    const tracker = client.kindred.store.datasets.byName(shop.id, 'north-searches')?.tracker ?? '';
    await sendEvents({
      list,
      object: { object_id: 'red shirt', object_id_field: 'suggestion', dsTracker: tracker },
    });
    expect(await clickThrough()).toMatchObject({ suggestions: 1 / 2 });
    expect(await clickThrough('&box=north-related')).toEqual({ suggestions: 1 / 2, lookAlikes: null });
    expect(await clickThrough('&box=north-similar')).toMatchObject({ suggestions: null });
  });

  it('uses impressions as the base where pages report them', async () => {
    const btr = shop.trackers.related;
    await sendEvents(...['a', 'b', 'c', 'd'].map((list) => ({ action: 'impression', btr, list })));
    expect(await clickThrough()).toMatchObject({ suggestions: 1 / 4 });
  });

  it('ignores trackers of other websites', async () => {
    const before = await clickThrough();
    await sendEvents({ btr: other.trackers.search, list: 'x' }, { btr: 'nonsense', list: 'y' });
    expect(await clickThrough()).toEqual(before);
    const token = await addMember(client.kindred, other.id, 'bob@south.example', 'viewer');
    const url = '/admin/websites/south/analytics?from=2026-11-15&to=2026-11-16';
    const { json } = await client.request({ method: 'GET', url, headers: bearer(token) });
    expect(json).toMatchObject({ period: { clickThrough: { suggestions: null, lookAlikes: null } } });
  });

  it('does not count events for boxes that the key may not call', async () => {
    const before = await clickThrough();
    const { store } = client.kindred;
    const related = store.boxes.byName(shop.id, 'north-related');
    const { keys } = await store.subscriptions.put(shop.id, 'test', {
      name: 'related only',
      kind: 'secret',
      rate: null,
      quota: null,
      boxIds: [related?.id ?? 0],
      origins: [],
    });
    const click = {
      client_id: 'limited',
      action_name: 'click',
      query_id: await lookAlikes(),
      event_attributes: { object: { object_id: 'north-p3' }, btr: shop.trackers.search },
    };
    const send = (key: string) =>
      client.request({ method: 'POST', url: '/events', headers: withKey(key), body: [click] });
    expect((await send(keys?.primary ?? '')).status).toBe(202);
    const share = async () => (await clickThrough()) as { lookAlikes: number };
    const ignored = await share();
    expect(ignored.lookAlikes).toBeLessThanOrEqual((before as typeof ignored).lookAlikes);
    await send(shop.key);
    expect((await share()).lookAlikes).toBeGreaterThan(ignored.lookAlikes);
  });

  it('is compared with the period before', async () => {
    const before = await clickThrough();
    client.clock.nowMs += 24 * 3_600_000;
    await lookAlikes();
    const url = '/admin/websites/north/analytics?from=2026-11-16&to=2026-11-17&compare=true';
    const { json } = await client.request({ method: 'GET', url, headers });
    expect(json).toMatchObject({
      period: { calls: 1, clickThrough: { suggestions: null, lookAlikes: null } },
      compared: { clickThrough: before },
    });
  });
});
