import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShopperBehaviour, type ShopperBehaviour } from '../../learning/shop/behaviour.ts';
import { createPublishing } from '../../imports/publishing.ts';
import { createShopLearning } from '../../learning/shop/shop-learning.ts';
import { boxDefaults } from '../../domain/box.ts';
import { noon, openShop, type Shop } from '../../../test/support/http/shop.ts';

let shop: Shop;
let folder: string;
let behaviour: ShopperBehaviour;
let browser: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-events-'));
  behaviour = createShopperBehaviour(folder, () => new Date(noon));
  shop = await openShop({
    appendEvents: (website, events) => behaviour.log(website).append(events),
  });
  browser = await shop.addSubscription({
    name: 'browser',
    kind: 'publishable',
    origins: ['https://shop.example'],
  });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

type Sent = { readonly url?: string; readonly headers?: Record<string, string>; readonly body: string };
const post = ({ url = '/events', headers = {}, body }: Sent) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
const withKey = { 'Ocp-Apim-Subscription-Key': '' };
const search = (client_id: string, user_query: string, more: object = {}) => ({
  client_id,
  user_query,
  ...more,
});
const logged = async (): Promise<string[]> => {
  const queries: string[] = [];
  for await (const event of behaviour.log(shop.north.website).read()) queries.push(event.query ?? event.kind);
  return queries;
};
const own = () => ({ ...withKey, 'Ocp-Apim-Subscription-Key': shop.north.key });

describe('POST /events', () => {
  it('accepts one event, a list, a bundle and JSON lines, and reports on each', async () => {
    const one = await post({ headers: own(), body: JSON.stringify(search('a', 'tent')) });
    expect([one.statusCode, one.json()]).toEqual([202, { accepted: 1, ignored: 0, refused: [] }]);
    const list = [
      search('a', 'rope'),
      { client_id: 'a', action_name: 'impression' },
      { user_query: 'nobody' },
    ];
    const many = await post({ headers: own(), body: JSON.stringify(list) });
    expect(many.json()).toMatchObject({ accepted: 1, ignored: 1, refused: [{ index: 2 }] });
    const click = { client_id: 'a', action_name: 'click', query_id: 'q9' };
    const event_attributes = { object: { object_id: 'p1' } };
    const bundle = {
      queries: [search('a', 'stove', { query_id: 'q9' })],
      events: [{ ...click, event_attributes }],
    };
    expect((await post({ headers: own(), body: JSON.stringify(bundle) })).json()).toMatchObject({
      accepted: 2,
    });
    const lines = ['lamp', 'torch'].map((query) => JSON.stringify(search('a', query))).join('\n');
    expect((await post({ headers: own(), body: lines })).json()).toMatchObject({ accepted: 2 });
    expect(await logged()).toEqual(['tent', 'rope', 'stove', 'click', 'lamp', 'torch']);
  });

  it('accepts a beacon: text/plain, key in the query, allowed origin', async () => {
    const url = `/v1/events?subscription-key=${browser}`;
    const headers = { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' };
    const sent = await post({ url, headers, body: JSON.stringify(search('b', 'kayak')) });
    expect(sent.statusCode).toBe(202);
    expect(sent.headers['access-control-allow-origin']).toBe('*');
    const elsewhere = { ...headers, origin: 'https://other.example' };
    expect((await post({ url, headers: elsewhere, body: '{}' })).statusCode).toBe(401);
    expect(await logged()).toContain('kayak');
  });

  it('refuses events of more than five minutes ahead', async () => {
    const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
    const items = [
      search('f', 'snow', { timestamp: at(5) }),
      search('f', 'ice', { timestamp: at(5.1) }),
      search('f', 'hail', { timestamp: '2099-01-01T00:00:00Z' }),
    ];
    const reason = 'its timestamp lies more than five minutes in the future';
    const sent = await post({ headers: own(), body: JSON.stringify(items) });
    expect(sent.json()).toMatchObject({
      accepted: 1,
      refused: [
        { index: 1, reason },
        { index: 2, reason },
      ],
    });
    expect(await logged()).not.toContain('hail');
  });

  it('stores an event that is sent twice once', async () => {
    const body = JSON.stringify(search('c', 'paddle', { event_id: 'e1' }));
    for (let times = 0; times < 3; times++) await post({ headers: own(), body });
    expect((await logged()).filter((query) => query === 'paddle')).toHaveLength(1);
  });

  it('refuses an unusable body with a text, and calls without a valid key', async () => {
    for (const body of ['', 'hello', '[]', '{}', '3', JSON.stringify(Array(1001).fill(search('a', 'x')))]) {
      const refused = await post({ headers: own(), body });
      expect([body.slice(0, 5), refused.statusCode]).toEqual([body.slice(0, 5), 400]);
      expect(typeof refused.json()).toBe('string');
    }
    expect((await post({ body: '{}' })).statusCode).toBe(401);
    expect((await post({ headers: { 'Ocp-Apim-Subscription-Key': 'wrong' }, body: '{}' })).statusCode).toBe(
      401,
    );
    const ingest = await shop.addSubscription({ name: 'feeds', kind: 'ingest' });
    expect((await post({ headers: { 'Ocp-Apim-Subscription-Key': ingest }, body: '{}' })).statusCode).toBe(
      401,
    );
  });

  it('answers 413 with the limits, readable from other origins', async () => {
    const sent = await post({ headers: own(), body: JSON.stringify('x'.repeat(1_100_000)) });
    expect([sent.statusCode, sent.json()]).toEqual([
      413,
      'The body is larger than 1048576 bytes. Send at most 1000 events in one call, and the rest in others.',
    ]);
    expect(sent.headers['access-control-allow-origin']).toBe('*');
  });

  it('answers a preflight', async () => {
    const wanted = 'ocp-apim-subscription-key, traceparent, tracestate';
    const { statusCode, headers } = await shop.app.inject({
      method: 'OPTIONS',
      url: '/events',
      headers: { 'access-control-request-headers': wanted },
    });
    expect([statusCode, headers['access-control-allow-methods']]).toEqual([204, 'POST, OPTIONS']);
    expect(headers['access-control-allow-headers']).toBe(wanted);
    const plain = await shop.app.inject({ method: 'OPTIONS', url: '/events' });
    expect(plain.headers['access-control-allow-headers']).toContain('traceparent, tracestate');
  });

  it('answers another method with 405', async () => {
    const { statusCode, headers } = await shop.app.inject({ method: 'GET', url: '/events' });
    expect([statusCode, headers['allow'], headers['access-control-allow-origin']]).toEqual([
      405,
      'POST, OPTIONS',
      '*',
    ]);
  });
});

describe('learning from events', () => {
  const learningOf = () => {
    const { engine, store } = shop;
    const publishing = createPublishing({
      store,
      engine,
      behaviour,
      embedder: () => Promise.reject(new Error('nothing is embedded here')),
      dataDir: folder,
      fetch,
      now: () => new Date(noon),
    });
    return createShopLearning({ store, behaviour, publishing, dataDir: folder });
  };
  const at = (minutesAgo: number) => noon - 60_000 * minutesAgo;

  it('changes the suggestions, with the number of shoppers; forgetting a shopper reverts it', async () => {
    const { north } = shop;
    const learning = learningOf();
    const ask = async (pattern: string) => {
      const btr = north.relatedKeywords.tracker;
      const { json } = await shop.get('/relatedsearches/keywords', { btr, pattern, explain: 'true' });
      return json as {
        suggestions: { text: string }[] | null;
        explain: { suggestions: { evidence: { signal: string; shoppers?: number; lastSeen?: string }[] }[] };
      };
    };
    for (const shopper of ['x', 'y']) {
      const events = ['red shirt', 'blue lamp'].map((query, index) =>
        search(shopper, query, { timestamp: noon - 60_000 * (5 - index) }),
      );
      await post({ headers: own(), body: JSON.stringify(events) });
    }
    expect(await learning.hasNewEvents(north.website)).toBe(true);
    await learning.learn(north.website);
    expect(await learning.hasNewEvents(north.website)).toBe(false);
    const after = await ask('red shirt');
    expect(after.suggestions?.[0]?.text).toBe('blue lamp');
    const evidence = after.explain.suggestions[0]?.evidence.find(({ signal }) => signal === 'session');
    expect(evidence).toMatchObject({ shoppers: 2, lastSeen: '2026-11-15' });
    await learning.forgetShopper(north.website, 'x');
    await learning.learn(north.website);
    const forgotten = await ask('red shirt');
    const signals = forgotten.explain.suggestions.flatMap((each) =>
      each.evidence.map(({ signal }) => signal),
    );
    expect(signals).not.toContain('session');
  });

  it('puts products that shoppers clicked after a search first in a related-products box', async () => {
    const { north } = shop;
    const btr = north.relatedProducts.tracker;
    const ask = async () =>
      (await shop.get('/relatedsearches/keywords', { btr, pattern: 'green lamp', explain: 'true' })).json as {
        suggestions: { displayText: string; url: string }[];
        explain: { suggestions: { identifier: string; evidence: { signal: string }[] }[] };
      };
    const before = await ask();
    expect(before.explain.suggestions[0]?.evidence.map(({ signal }) => signal)).toEqual(['catalogue']);
    for (const client_id of ['m', 'n']) {
      const events = [
        search(client_id, 'green lamp', { timestamp: at(9) }),
        {
          client_id,
          action_name: 'add_to_cart',
          user_query: 'green lamp',
          timestamp: at(8),
          event_attributes: { object: { object_id: 'p3' } },
        },
      ];
      await post({ headers: own(), body: JSON.stringify(events) });
    }
    await learningOf().learn(north.website);
    const after = await ask();
    expect(after.suggestions[0]).toMatchObject({ url: 'https://shop.example/p/3' });
    expect(after.explain.suggestions[0]).toMatchObject({
      identifier: 'p3',
      evidence: [{ signal: 'clicks', shoppers: 2, lastSeen: '2026-11-15' }],
    });
    expect(after.explain.suggestions.map(({ identifier }) => identifier)).toContain(
      before.explain.suggestions[0]?.identifier,
    );
  });

  it('credits a suggestion that shoppers followed', async () => {
    const { north } = shop;
    for (const client_id of ['f1', 'f2']) {
      const object = { object_id: 'Blue Shirt', object_id_field: 'suggestion' };
      const click = { client_id, action_name: 'click', user_query: 'green shirt', event_id: `e${client_id}` };
      const body = JSON.stringify({ ...click, timestamp: at(7), event_attributes: { object } });
      expect((await post({ headers: own(), body })).json()).toMatchObject({ accepted: 2 });
      await post({ headers: own(), body });
    }
    await learningOf().learn(north.website);
    const btr = north.relatedKeywords.tracker;
    const response = await shop.get('/relatedsearches/keywords', {
      btr,
      pattern: 'green shirt',
      explain: 'true',
    });
    const { suggestions } = (
      response.json as { explain: { suggestions: { text: string; evidence: object[] }[] } }
    ).explain;
    expect(suggestions.find(({ text }) => text === 'blue shirt')?.evidence).toContainEqual(
      expect.objectContaining({ signal: 'session', shoppers: 2 }),
    );
  });

  it('separates refinements from next searches by the directions of a box', async () => {
    const { north, store } = shop;
    for (const client_id of ['r1', 'r2']) {
      const body = ['lamp', 'acme lamp', 'borealis shirt'].map((query, place) =>
        search(client_id, query, { timestamp: at(6 - place) }),
      );
      await post({ headers: own(), body: JSON.stringify(body) });
    }
    await learningOf().learn(north.website);
    const { cacheControl, relatedSize: size } = boxDefaults;
    const box = {
      kind: 'relatedKeywords',
      datasetId: north.keywords.id,
      cacheControl,
      size,
      url: null,
    } as const;
    const texts = async (direction: 'refine' | 'next') => {
      const name = `only ${direction}`;
      const { tracker: btr } = await store.boxes.put(north.website.id, 'test', {
        ...box,
        name,
        directions: [direction],
      });
      const { json } = await shop.get('/relatedsearches/keywords', { btr, pattern: 'lamp' });
      return (json as { suggestions: { text: string }[] }).suggestions.map(({ text }) => text);
    };
    const [refine, next] = [await texts('refine'), await texts('next')];
    expect(refine).toContain('acme lamp');
    expect(refine.every((text) => text.includes('lamp'))).toBe(true);
    expect(next).toContain('borealis shirt');
    expect(next.filter((text) => refine.includes(text))).toEqual([]);
  });
});
