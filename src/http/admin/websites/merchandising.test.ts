import { describe, expect, it } from 'vitest';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  type AdminResponse,
  type AdminClient,
  passwordOf,
} from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

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

describe('boxes', () => {
  it('are created, changed and removed, and keep their tracker', async () => {
    const body = { name: 'second', kind: 'search', dataset: 'north-catalogue' };
    const made = await ask('POST', '/boxes', body);
    expect([made.status, made.json]).toMatchObject([201, { kind: 'search', traffic: null }]);
    const { tracker, declaration } = made.json as { tracker: string; declaration: object };
    expect((await ask('POST', '/boxes', body)).status).toBe(409);
    const changed = await ask('PUT', '/boxes/second', { ...declaration, pageSize: 6 });
    expect(changed.json).toMatchObject({ tracker, declaration: { pageSize: 6 } });
    expect((await ask('DELETE', '/boxes/second')).status).toBe(204);
    expect((await ask('GET', '/boxes/second')).status).toBe(404);
  });

  it('are refused with every issue and its path', async () => {
    const refused = await ask('POST', '/boxes', {
      name: 'odd',
      kind: 'search',
      dataset: 'none',
      pageSize: 0,
    });
    expect(refused.status).toBe(400);
    const structural = refused.json as { faults: { path: string }[] };
    expect(structural.faults.map(({ path }) => path)).toEqual(['$.pageSize']);
    const unknown = await ask('POST', '/boxes', { name: 'odd', kind: 'search', dataset: 'none' });
    expect((unknown.json as typeof structural).faults).toEqual([
      { path: '$.dataset', message: expect.stringContaining('there is no dataset `none`') as string },
    ]);
    const renamed = await ask('PUT', '/boxes/north-similar', { name: 'x', kind: 'search', dataset: 'none' });
    expect((renamed.json as typeof structural).faults[0]?.path).toBe('$.name');
  });

  it('may have names with special characters', async () => {
    const name = 'a/b ü?#%2F "x" <b>';
    await ask('POST', '/boxes', { name, kind: 'search', dataset: 'north-catalogue' });
    const found = await ask('GET', `/boxes/${encodeURIComponent(name)}`);
    expect(found.json).toMatchObject({ declaration: { name } });
    expect((await ask('DELETE', `/boxes/${encodeURIComponent(name)}`)).status).toBe(204);
    expect((await ask('GET', `/boxes/${'x'.repeat(200)}`)).status).toBe(404);
  });
});

type Result = {
  count: number;
  documents: { document: { identifier: string } }[];
  redirect?: object;
  explain: object;
};

const preview = async (body: object): Promise<Result> => {
  const response = await ask('POST', '/boxes/north-similar/preview', body);
  expect([response.status, response.text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
  return response.json as Result;
};

describe('preview', () => {
  const product = { identifier: 'north-p0', campaigns: 'published' };

  it('shows the same order as the public operation, with an explanation (elasticsuite#1659)', async () => {
    const shown = await preview(product);
    const query = `btr=${shop.trackers.search}&identifier=north-p0`;
    const served = await client.request({
      method: 'GET',
      url: `/search/imagesearch?${query}`,
      headers: { 'ocp-apim-subscription-key': shop.key },
    });
    const { explain, ...rest } = shown;
    expect(explain).toBeDefined();
    expect(rest).toEqual(served.json);
  });

  it('applies settings without saving them', async () => {
    const narrow = await preview({ ...product, settings: { candidates: 3, pageSize: 2 } });
    expect([narrow.count, narrow.documents.length]).toEqual([3, 2]);
    expect((await preview(product)).count).toBe(17);
    const before = (await ask('GET', '/audit')).json as { count: number };
    await preview({ ...product, settings: { candidates: 4 } });
    expect((await ask('GET', '/audit')).json).toMatchObject({ count: before.count });
  });

  it('shows an unsaved draft at a given date, and saved drafts on request', async () => {
    const redirect = { redirect: { url: 'https://shop.example/sale' } };
    const draft = {
      name: 'christmas',
      from: '2026-12-24T00:00:00Z',
      until: '2026-12-25T00:00:00Z',
      effect: redirect,
    };
    const at = '2026-12-24T12:00:00Z';
    expect((await preview({ ...product, draft, at })).redirect).toMatchObject(redirect.redirect);
    expect((await preview({ ...product, draft })).redirect).toBeUndefined();
    const saved = await ask('POST', '/campaigns', draft);
    expect(saved.json).toMatchObject({ state: 'draft' });
    expect((await preview({ ...product, at })).redirect).toBeUndefined();
    expect((await preview({ ...product, at, campaigns: 'drafts' })).redirect).toBeDefined();
    await ask('DELETE', `/campaigns/${(saved.json as { ruleId: number }).ruleId}`);
  });

  it('shows an unsaved draft also where few shoppers would see it', async () => {
    const effect = { redirect: { url: 'https://shop.example/sale' } };
    const draft = { name: 'experiment', share: 0.001, effect };
    expect((await preview({ ...product, draft })).redirect).toMatchObject(effect.redirect);
  });

  it('refuses settings that could not be saved', async () => {
    const body = { ...product, settings: { pageSize: 500 } };
    expect((await ask('POST', '/boxes/north-similar/preview', body)).status).toBe(400);
    const other = { ...product, settings: { kind: 'relatedKeywords', name: 'x', dataset: 'x' } };
    expect((await ask('POST', '/boxes/north-similar/preview', other)).status).toBe(200);
    expect((await ask('POST', '/boxes/north-similar/preview', { campaigns: 'none' })).status).toBe(400);
  });

  it('explains the suggestions of a related box with evidence', async () => {
    const response = await ask('POST', '/boxes/north-related/preview', {
      pattern: 'shirt',
      campaigns: 'none',
    });
    expect(response.json).toMatchObject({
      suggestions: expect.any(Array) as unknown,
      explain: expect.any(Object) as unknown,
    });
  });

  it('shows each keyword with a product that it finds, first those that no keyword before it shows', async () => {
    const response = await ask('POST', '/boxes/north-related/preview', {
      pattern: 'shirt',
      campaigns: 'none',
    });
    const { suggestions } = (
      response.json as { explain: { suggestions: { text: string; identifier: string | null }[] } }
    ).explain;
    const shown = suggestions.map(({ identifier }) => identifier).filter((each) => each !== null);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((identifier) => identifier.startsWith('north-p'))).toBe(true);
    expect(new Set(shown).size).toBe(shown.length);
  });
});

describe('curation', () => {
  it('adds first, hides, and takes effect in the preview at once', async () => {
    const shown = async () => {
      const body = { pattern: 'shirt', campaigns: 'none' };
      const { suggestions } = (await ask('POST', '/boxes/north-related/preview', body)).json as {
        suggestions: { displayText: string }[];
      };
      return suggestions.map(({ displayText }) => displayText);
    };
    const [first = ''] = await shown();
    expect((await ask('GET', '/boxes/north-related/curation')).json).toEqual([]);
    const entries = [{ pattern: 'shirt', add: ['Bow tie'], hide: [first] }];
    expect((await ask('PUT', '/boxes/north-related/curation', entries)).json).toMatchObject(entries);
    expect((await shown())[0]).toBe('Bow tie');
    expect(await shown()).not.toContain(first);
    expect((await ask('PUT', '/boxes/north-related/curation', [])).json).toEqual([]);
    expect((await ask('GET', '/boxes/north-similar/curation')).status).toBe(400);
  });
});

describe('campaigns', () => {
  it('are created as drafts, published, withdrawn, renamed and undone', async () => {
    const effect = { banner: { position: 'resultPageTop', contents: ['Hello'] } };
    const { ruleId } = (await ask('POST', '/campaigns', { name: 'hello', effect })).json as {
      ruleId: number;
    };
    const at = `/campaigns/${ruleId}`;
    expect((await ask('POST', `${at}/publish`)).json).toMatchObject({ state: 'published' });
    expect((await ask('PUT', at, { name: 'good day', effect })).json).toMatchObject({
      ruleId,
      state: 'published',
      declaration: { name: 'good day' },
    });
    expect((await ask('POST', `${at}/undo`)).json).toMatchObject({ declaration: { name: 'hello' } });
    expect((await ask('POST', `${at}/withdraw`)).json).toMatchObject({ state: 'paused' });
    const history = (await ask('GET', `${at}/history`)).json as { actor: string; action: string }[];
    expect(history.map(({ action }) => action)).toEqual(['update', 'undo', 'update', 'update', 'create']);
    expect(new Set(history.map(({ actor }) => actor))).toEqual(new Set(['ann@north.example']));
    expect((await ask('DELETE', at)).status).toBe(204);
    expect((await ask('GET', at)).status).toBe(404);
  });
});

describe('subscriptions', () => {
  it('show masked keys, and clear keys only after the password was given', async () => {
    const made = await ask('POST', '/subscriptions', {
      name: 'app',
      kind: 'publishable',
      origins: ['https://a.example'],
    });
    const { keys } = made.json as { keys: { primary: string } };
    const shown = await ask('GET', '/subscriptions/app');
    expect(shown.text).not.toContain(keys.primary);
    expect(shown.json).toMatchObject({
      keys: { primary: { masked: expect.stringMatching(/^kdr_\w+_…\w{4}$/) as string } },
    });
    expect((await ask('POST', '/subscriptions/app/reveal', { password: 'wrong' })).status).toBe(403);
    const password = passwordOf('ann@north.example');
    expect((await ask('POST', '/subscriptions/app/reveal', { password })).json).toEqual(keys);
  });

  it('give publishable keys in full, and neither secret, suspended nor second ones', async () => {
    const make = async (name: string, kind: string, origins: string[] = []) =>
      (await ask('POST', '/subscriptions', { name, kind, origins })).json as {
        keys: { primary: string; secondary: string };
      };
    const pages = await make('pages', 'publishable', ['https://north.example']);
    const secret = await make('server', 'secret');
    const paused = await make('old-pages', 'publishable');
    await ask('POST', '/subscriptions/old-pages/state', { state: 'suspended' });
    const listed = await ask('GET', '/publishable-keys');
    expect(listed.json).toContainEqual({
      name: 'pages',
      key: pages.keys.primary,
      origins: ['https://north.example'],
    });
    for (const { primary, secondary } of [secret.keys, paused.keys])
      for (const key of [primary, secondary, pages.keys.secondary]) expect(listed.text).not.toContain(key);
  });

  it('keep a rotated key working for the grace period, and refuse all keys once suspended', async () => {
    const call = (key: string) =>
      client.request({
        method: 'GET',
        url: `/search/imagesearch?btr=${shop.trackers.search}&identifier=north-p0`,
        headers: { 'ocp-apim-subscription-key': key },
      });
    const { keys } = (await ask('POST', '/subscriptions', { name: 'till', kind: 'secret' })).json as {
      keys: { primary: string };
    };
    const rotated = await ask('POST', '/subscriptions/till/rotate', { slot: 'primary', graceSeconds: 3600 });
    const { key } = rotated.json as { key: string };
    expect([(await call(keys.primary)).status, (await call(key)).status]).toEqual([200, 200]);
    expect((await ask('GET', '/subscriptions/till')).json).toMatchObject({
      keys: { primary: { graceUntil: expect.any(String) as string }, secondary: { graceUntil: null } },
    });
    expect((await ask('POST', '/subscriptions/till/state', { state: 'suspended' })).status).toBe(200);
    expect((await call(key)).status).toBe(401);
  });
});

describe('the declaration', () => {
  it('applies unchanged what it exported, and changes nothing in a dry run', async () => {
    const { json: declaration } = await ask('GET', '/declaration');
    const again = (await ask('PUT', '/declaration', declaration)).json as { boxes: { change: string }[] };
    expect(again.boxes.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
    const changed = { website: { ...(declaration as { website: object }).website, displayName: 'Renamed' } };
    const tried = await ask('PUT', '/declaration?dryRun=true', changed);
    expect(tried.json).toMatchObject({ website: { change: 'updated' } });
    expect((await ask('GET', '')).json).toMatchObject({ displayName: 'The shop north' });
  });

  it('may name files of the server only if they are stored already', async () => {
    const dataset = { name: 'spy', kind: 'products', source: { file: '/etc/passwd' } };
    expect((await ask('POST', '/datasets', dataset)).status).toBe(400);
    const { store } = client.kindred;
    const [known] = store.datasets.list(shop.id);
    if (known === undefined) throw new Error('A dataset is there.');
    const source = { file: '/feeds/own.csv', images: '/feeds', url: null, schedule: null, auth: null };
    await store.datasets.put(shop.id, 'test', { ...known, source });
    const { declaration } = (await ask('GET', `/datasets/${known.name}`)).json as {
      declaration: { source: object };
    };
    expect((await ask('PUT', `/datasets/${known.name}`, declaration)).status).toBe(200);
    const other = { ...declaration, source: { ...declaration.source, file: '/feeds/other.csv' } };
    expect((await ask('PUT', `/datasets/${known.name}`, other)).status).toBe(400);
  });
});

describe('the audit log', () => {
  it('records who did what from which address, with a valid hash chain', async () => {
    const page = (await ask('GET', '/audit?actor=ann@&subject=box')).json as {
      entries: { actor: string; address: string; subject: string }[];
    };
    expect(page.entries.length).toBeGreaterThan(0);
    for (const { actor, address, subject } of page.entries) {
      expect([actor, address]).toEqual(['ann@north.example', '127.0.0.1']);
      expect(subject).toContain('box');
    }
    expect(client.kindred.store.audit.verify()).toBeNull();
  });
});
