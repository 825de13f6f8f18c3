import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import type { NewSubscription } from '../../store/store.ts';

/*
 * The same checks for every public API: each case is tried on both operations, live changes and events. Differences
 * that are intended are columns of the table.
 */

type Api = {
  readonly name: 'imageSearch' | 'relatedKeywords' | 'productData' | 'events';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly good: number;
  /** The kind of key it takes, and kinds that it refuses. */
  readonly kind: NewSubscription['kind'];
  readonly refusedKinds: readonly NewSubscription['kind'][];
  /** Operations of which the key's list refuses the call; null: the list does not apply. */
  readonly otherOperation: 'imageSearch' | 'relatedKeywords' | null;
  readonly body?: object;
};

let shop: Shop;
let crowded: Shop;
const appended: unknown[] = [];
beforeAll(async () => {
  const appendEvents = async (_: unknown, events: readonly unknown[]) => void appended.push(...events);
  shop = await openShop({ appendEvents });
  crowded = await openShop({ appendEvents, inFlight: { perWebsite: 0, deadlineMs: 0 } });
});
afterAll(async () => {
  await shop.close();
  await crowded.close();
});

const shopKeys = { kind: 'publishable', refusedKinds: ['ingest'] } as const;
const apis: readonly Api[] = [
  {
    ...shopKeys,
    name: 'imageSearch',
    method: 'GET',
    path: '/search/imagesearch',
    good: 200,
    otherOperation: 'relatedKeywords',
  },
  {
    ...shopKeys,
    name: 'relatedKeywords',
    method: 'GET',
    path: '/relatedsearches/keywords',
    good: 200,
    otherOperation: 'imageSearch',
  },
  {
    ...shopKeys,
    name: 'events',
    method: 'POST',
    path: '/events',
    good: 202,
    otherOperation: 'relatedKeywords',
    body: { client_id: 'a', user_query: 'tent' },
  },
  {
    name: 'productData',
    method: 'POST',
    path: '/productData/product',
    good: 200,
    kind: 'ingest',
    refusedKinds: ['secret', 'publishable'],
    otherOperation: null,
    body: { identifier: 'p2', price: 1 },
  },
];

const parametersOf = ({ name }: Api, { north }: Shop): Record<string, string> => {
  if (name === 'imageSearch') return { btr: north.search.tracker, identifier: 'p0' };
  return name === 'relatedKeywords' ? { btr: north.relatedKeywords.tracker, pattern: 'shirt' } : {};
};

const call = async (
  api: Api,
  key: string | null,
  headers: Record<string, string> = {},
  extraQuery = '',
  where = shop,
) => {
  const query = new URLSearchParams(parametersOf(api, where)).toString();
  const response = await where.app.inject({
    method: api.method,
    url: `${api.path}?${query}${extraQuery}`,
    headers: { ...(key !== null && { 'Ocp-Apim-Subscription-Key': key }), ...headers },
    ...(api.body && { payload: api.body }),
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
};

let keys = 0;
const createKey = (api: Api, changes: Partial<NewSubscription> = {}, where = shop): Promise<string> => {
  keys += 1;
  return where.addSubscription({ name: `key ${keys}`, kind: api.kind, ...changes });
};

describe.each(apis.map((api) => [api.name, api] as const))('admission of %s', (_, api) => {
  it('accepts a good key, in the header or in the query', async () => {
    const key = await createKey(api);
    expect((await call(api, key)).status).toBe(api.good);
    expect((await call(api, null, {}, `&subscription-key=${key}`)).status).toBe(api.good);
  });

  it('refuses a missing key and an unknown one', async () => {
    expect(await call(api, null)).toMatchObject({
      status: 401,
      text: expect.stringContaining('missing') as string,
    });
    const wrong = await call(api, 'wrong');
    expect(wrong).toMatchObject({ status: 401, text: expect.stringContaining('invalid') as string });
    expect(wrong.headers['www-authenticate']).toContain('AzureApiManagementKey realm=');
  });

  it('refuses a key that is given twice in the query', async () => {
    const key = await createKey(api);
    const twice = await call(api, null, {}, `&subscription-key=${key}&Subscription-Key=${key}`);
    expect([twice.status, JSON.parse(twice.text)]).toEqual([
      400,
      'subscription-key: given 2 times. Give it once.',
    ]);
  });

  it('refuses a suspended key and keys of other kinds', async () => {
    const suspended = await createKey(api);
    const { id = 0 } = shop.store.subscriptions.byName(shop.north.website.id, `key ${keys}`) ?? {};
    await shop.store.subscriptions.setState(shop.north.website.id, 'test', id, 'suspended');
    expect((await call(api, suspended)).status).toBe(401);
    for (const kind of api.refusedKinds)
      expect((await call(api, await createKey(api, { kind }))).status).toBe(401);
  });

  it('respects the list of operations of a key, where it applies', async () => {
    const { otherOperation, name } = api;
    if (name !== 'productData')
      expect((await call(api, await createKey(api, { operations: [name] }))).status).toBe(api.good);
    const other = await createKey(api, { operations: otherOperation === null ? [] : [otherOperation] });
    expect((await call(api, other)).status).toBe(otherOperation === null ? api.good : 401);
  });

  it('respects the origins of a publishable key', async () => {
    if (api.kind !== 'publishable') return;
    const key = await createKey(api, { origins: ['https://shop.example'] });
    expect((await call(api, key, { origin: 'https://shop.example' })).status).toBe(api.good);
    expect((await call(api, key, { origin: 'https://other.example' })).status).toBe(401);
    expect((await call(api, key)).status).toBe(401);
  });

  it('counts calls against rate, address rate and quota', async () => {
    const rated = await createKey(api, { rate: { calls: 1, perSeconds: 60 } });
    expect([(await call(api, rated)).status, (await call(api, rated)).status]).toEqual([api.good, 429]);
    const limited = await createKey(api, { quota: { calls: 1, per: 'day' } });
    expect([(await call(api, limited)).status, (await call(api, limited)).status]).toEqual([api.good, 403]);
    if (api.kind !== 'publishable') return;
    const perAddress = await createKey(api, { addressRate: { calls: 1, perSeconds: 60 } });
    expect([(await call(api, perAddress)).status, (await call(api, perAddress)).status]).toEqual([
      api.good,
      429,
    ]);
  });

  it('answers 503 with Retry-After when no slot is free', async () => {
    const shed = await call(api, await createKey(api, {}, crowded), {}, '', crowded);
    expect([shed.status, shed.headers['retry-after'], typeof JSON.parse(shed.text)]).toEqual([
      503,
      '1',
      'string',
    ]);
    const { text } = await crowded.send('GET', '/metrics');
    expect(text).toMatch(/kindred_refused_total\{reason="queue-full"\} [1-9]/);
    expect(text).toMatch(new RegExp(`kindred_requests_total\\{operation="${api.name}",status="503"\\} 1`));
  });

  it('counts and logs every call with its status', async () => {
    await call(api, 'wrong');
    const { text } = await shop.send('GET', '/metrics');
    for (const status of [api.good, 400, 401, 403, 429])
      expect(text).toMatch(
        new RegExp(`kindred_requests_total\\{operation="${api.name}",status="${status}"\\} [1-9]`),
      );
    const lines = shop.log.filter((line) => line.includes(`"operation":"${api.name}"`));
    expect(lines.some((line) => line.includes('"status":401'))).toBe(true);
    expect(lines.some((line) => line.includes(`"status":${api.good}`))).toBe(true);
  });
});
