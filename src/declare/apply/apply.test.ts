import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ladderDefault } from '../../domain/strategy.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { openKeyring } from '../../store/keys/keyring.ts';
import type { Store } from '../../store/store.ts';
import { applyDeclaration, type ApplyResult } from './apply.ts';
import { describeWebsite } from '../describe/describe.ts';
import { fullExample } from '../../../test/support/full-declaration.ts';
import { declarationJsonSchema } from '../schema/declaration-schema.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-declare-'));
  store = await openStore({
    file: join(folder, 'kindred.sqlite'),
    keyring: openKeyring({ secretKey: '7'.repeat(64), dataDir: folder }),
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const apply = (input: unknown, settings: { prune?: boolean; baseFolder?: string | null } = {}) =>
  applyDeclaration({ store, actor: 'test', baseFolder: '/shop', ...settings })(input);

const website = () => {
  const found = store.websites.byName('luma');
  if (!found) throw new Error('luma was not created');
  return found;
};

const listChanges = (applied: ApplyResult): string[] =>
  [
    applied.website,
    ...applied.datasets,
    ...applied.boxes,
    ...applied.campaigns,
    ...applied.subscriptions,
  ].map(({ name, change }) => `${name} ${change}`);

describe('applying a declaration', () => {
  it('creates everything and shows new keys once', async () => {
    const first = await apply(fullExample());
    expect(new Set(listChanges(first).map((line) => line.split(' ').pop()))).toEqual(new Set(['created']));
    expect(first.datasets.map(({ name }) => name)).toEqual(['searches', 'catalogue', 'outlet']);
    const [shop, browser, moved] = first.subscriptions;
    expect(shop?.keys?.primary).toMatch(/^kdr_sec_/);
    expect(browser?.keys?.secondary).toMatch(/^kdr_pub_/);
    expect(moved).toEqual({ name: 'moved', change: 'created' });
    expect(store.directory().subscriptionByKey('0123456789abcdef'.repeat(2))?.name).toBe('moved');
  });

  it('changes nothing the second time: same trackers, no keys, no audit entry', async () => {
    const first = await apply(fullExample());
    const { revision } = store.directory();
    const second = await apply(fullExample());
    expect(new Set(listChanges(second).map((line) => line.split(' ').pop()))).toEqual(new Set(['unchanged']));
    expect(second.boxes.map(({ tracker }) => tracker)).toEqual(first.boxes.map(({ tracker }) => tracker));
    expect(second.subscriptions.some((subscription) => 'keys' in subscription)).toBe(false);
    expect(store.directory().revision).toBe(revision);
  });

  it('fills in defaults, resolves files and orders the ladder', async () => {
    await apply(fullExample());
    const { id } = website();
    expect(store.boxes.byName(id, 'plain')).toMatchObject({
      pageSize: 10,
      candidates: 200,
      strategies: ladderDefault,
    });
    const similar = store.boxes.byName(id, 'similar');
    expect(similar?.kind === 'search' && similar.strategies.map(({ rank }) => rank)).toEqual([1, 2]);
    const catalogue = store.datasets.byName(id, 'catalogue');
    expect(catalogue?.source).toMatchObject({
      file: resolve('/shop/feeds/products.csv'),
      images: resolve('/shop/images'),
    });
    expect(store.datasets.byName(id, 'searches')?.productsId).toBe(catalogue?.id);
    expect(store.campaigns.byName(id, 'Moved')).toMatchObject({
      state: 'draft',
      priority: 5,
      boxId: null,
      share: 1,
    });
  });

  it('keeps items that are not declared, which can be referred to', async () => {
    await apply(fullExample());
    const applied = await apply({
      website: fullExample().website,
      boxes: [{ name: 'related', kind: 'relatedKeywords', dataset: 'searches', size: 3 }],
    });
    expect(listChanges(applied)).toEqual(['luma unchanged', 'related updated']);
    expect(store.boxes.list(website().id)).toHaveLength(4);
    expect(store.boxes.byName(website().id, 'related')).toMatchObject({ size: 3, url: null });
  });

  it('removes items that are not declared when pruning, except subscriptions', async () => {
    await apply(fullExample());
    const { website: site, datasets, boxes } = fullExample();
    const rest = {
      website: site,
      datasets: datasets.slice(1, 2),
      boxes: boxes.slice(0, 1),
      subscriptions: [{ name: 'browser', kind: 'publishable', boxes: ['similar'] }],
    };
    const applied = await apply(rest, { prune: true });
    expect(listChanges(applied)).toContain('Summer tops removed');
    expect(listChanges(applied)).toContain('related removed');
    expect(listChanges(applied)).toContain('searches removed');
    expect(store.datasets.list(website().id).map(({ name }) => name)).toEqual(['catalogue']);
    expect(store.campaigns.list(website().id)).toEqual([]);
    expect(store.subscriptions.list(website().id)).toHaveLength(3);
  });

  it('changes nothing when one part fails', async () => {
    const wrong = fullExample();
    await apply({
      website: { name: 'other' },
      subscriptions: [{ ...wrong.subscriptions[2], name: 'taken' }],
    });
    await expect(() => apply(wrong)).rejects.toThrow(/already there/);
    expect(store.websites.byName('luma')).toBeNull();
    expect(store.audit.verify()).toBeNull();
  });

  it.each([
    ['another origin', { url: 'https://other.example/outlet.json', auth: { basic: { user: 'feed' } } }],
    ['another port', { url: 'https://feeds.example:8443/outlet.json', auth: { basic: { user: 'feed' } } }],
    ['plain HTTP', { url: 'http://feeds.example/outlet.json', auth: { basic: { user: 'feed' } } }],
    ['a header', { url: 'https://feeds.example/outlet.json', auth: { header: { name: 'x-password' } } }],
  ])('asks for a stored feed password again when it would go to %s', async (_, source) => {
    const example = fullExample();
    await apply(example);
    const outlet = { ...example.datasets[2], source };
    await expect(() => apply({ website: example.website, datasets: [outlet] })).rejects.toThrow(
      /belongs to another origin or header name/,
    );
    expect(store.datasets.byName(website().id, 'outlet')?.source).toMatchObject({
      url: 'https://feeds.example/outlet.json',
      auth: { password: 'canary-feed-password' },
    });
  });

  it('asks for a stored header value again when its name changes, and keeps it for another path', async () => {
    const example = fullExample();
    const put = (url: string, header: object) =>
      apply({
        website: example.website,
        datasets: [{ ...example.datasets[2], source: { url, auth: { header } } }],
      });
    await apply(example);
    await put('https://a.example/one', { name: 'X-Token', value: 'canary-header-value' });
    await expect(() => put('https://a.example/one', { name: 'x-other' })).rejects.toThrow(
      /origin or header name/,
    );
    await put('https://a.example/two', { name: 'x-token' });
    expect(store.datasets.byName(website().id, 'outlet')?.source?.auth).toMatchObject({
      value: 'canary-header-value',
    });
  });

  it('keeps a stored feed password that is left out, and never stores one in plain text', async () => {
    const example = fullExample();
    await apply(example);
    const source = { url: 'https://feeds.example/outlet.json', auth: { basic: { user: 'feed' } } };
    const outlet = { ...example.datasets[2], source };
    expect(listChanges(await apply({ website: example.website, datasets: [outlet] }))).toContain(
      'outlet unchanged',
    );
    expect(store.datasets.byName(website().id, 'outlet')?.source?.auth).toMatchObject({
      password: 'canary-feed-password',
    });
    const everything = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    for (const secret of ['canary-feed-password', '0123456789abcdef'.repeat(2)]) {
      expect(everything.some((bytes) => bytes.includes(secret))).toBe(false);
    }
  });
});

describe('describeWebsite', () => {
  it('returns a declaration that changes nothing when applied', async () => {
    await apply(fullExample());
    const described = JSON.parse(JSON.stringify(describeWebsite(store, website()))) as unknown;
    const applied = await apply(described, { baseFolder: '/elsewhere' });
    expect(new Set(listChanges(applied).map((line) => line.split(' ').pop()))).toEqual(
      new Set(['unchanged']),
    );
    expect(listChanges(applied)).toHaveLength(listChanges(await apply(fullExample())).length);
  });

  it('contains no secrets', async () => {
    const applied = await apply(fullExample());
    const text = JSON.stringify(describeWebsite(store, website()));
    expect(text).not.toContain('canary-feed-password');
    for (const { keys } of applied.subscriptions) {
      for (const key of Object.values(keys ?? {})) expect(text).not.toContain(key);
    }
    expect(text).not.toContain('0123456789abcdef'.repeat(2));
  });
});

describe('the JSON Schema', () => {
  it('is a valid schema of its dialect and accepts what is applied', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
    const validate = ajv.compile(declarationJsonSchema());
    expect(validate(fullExample())).toBe(true);
    expect(validate({ ...fullExample(), extra: 1 })).toBe(false);
  });

  it('describes every property', () => {
    const bare: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { properties, items, oneOf } = schema as Record<string, unknown>;
      for (const [name, inner] of Object.entries((properties as object | undefined) ?? {})) {
        if (!(inner as { description?: string }).description) bare.push(`${path}.${name}`);
        visit(inner, `${path}.${name}`);
      }
      visit(items, `${path}[]`);
      for (const branch of (oneOf as unknown[] | undefined) ?? []) visit(branch, path);
    };
    visit(declarationJsonSchema(), '$');
    expect(bare).toEqual([]);
  });
});

describe('curation of a related box', () => {
  const declaration = (curation?: unknown) => ({
    website: { name: 'luma' },
    datasets: [{ name: 'searches', kind: 'keywords' }],
    boxes: [
      {
        name: 'related',
        kind: 'relatedKeywords',
        dataset: 'searches',
        ...(curation !== undefined && { curation }),
      },
    ],
  });
  const stored = () => {
    const box = store.boxes.byName(website().id, 'related');
    return box?.kind === 'search' ? undefined : box?.curation;
  };
  const entries = [{ pattern: 'yoga', add: ['yoga mats'], hide: ['yoga dvd'] }];

  it('stays when it is left out, and is cleared by an empty list', async () => {
    await apply(declaration(entries));
    expect(stored()).toEqual(entries);
    expect(listChanges(await apply(declaration()))).toContain('related unchanged');
    expect(stored()).toEqual(entries);
    expect(listChanges(await apply(describeWebsite(store, website())))).toContain('related unchanged');
    expect(listChanges(await apply(declaration([])))).toContain('related updated');
    expect(stored()).toEqual([]);
  });
});
