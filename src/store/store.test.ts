import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './sqlite/open-store.ts';
import { openKeyring } from './keys/keyring.ts';
import type { Store } from './store.ts';
import {
  aCampaign,
  aDataset,
  aSearchBox,
  aSubscription,
  aWebsite,
  openTestFolder,
} from '../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
});
afterEach(() => test.remove());

const aShop = async (name = 'luma') => {
  const website = await store.websites.put('test', aWebsite(name));
  const dataset = await store.datasets.put(website.id, 'test', aDataset());
  const box = await store.boxes.put(website.id, 'test', aSearchBox(dataset.id));
  return { website, dataset, box };
};

const randomKey = (): string => randomBytes(16).toString('hex');

describe('put', () => {
  it('creates, and returns the same value when read', async () => {
    const { website, dataset, box } = await aShop();
    const campaign = await store.campaigns.put(website.id, 'test', aCampaign({ boxId: box.id }));
    const again = await test.open();
    expect(again.websites.list()).toEqual([website]);
    expect(again.datasets.list(website.id)).toEqual([dataset]);
    expect(again.boxes.byName(website.id, 'similar')).toEqual(box);
    expect(again.campaigns.list(website.id)).toEqual([campaign]);
    expect(box.tracker).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('replaces by name and keeps trackers and ruleIds', async () => {
    const { website, dataset, box } = await aShop();
    const campaign = await store.campaigns.put(website.id, 'test', aCampaign());
    const changed = await store.boxes.put(website.id, 'test', { ...aSearchBox(dataset.id), pageSize: 12 });
    expect(changed).toEqual({ ...box, pageSize: 12 });
    expect((await store.campaigns.put(website.id, 'test', aCampaign({ priority: 3 }))).ruleId).toBe(
      campaign.ruleId,
    );
  });

  it('does nothing when nothing would change', async () => {
    const { website } = await aShop();
    await store.subscriptions.put(website.id, 'test', aSubscription());
    const before = store.audit.list(website.id, 100);
    const { revision } = store.directory();
    await aShop();
    expect((await store.subscriptions.put(website.id, 'test', aSubscription())).keys).toBeNull();
    expect(store.audit.list(website.id, 100)).toEqual(before);
    expect(store.directory().revision).toBe(revision);
  });

  it('refuses an invalid value and names the property', async () => {
    const { website, dataset } = await aShop();
    const wrong = { ...aSearchBox(dataset.id), name: 'wrong', strategies: [] };
    await expect(() => store.boxes.put(website.id, 'test', wrong)).rejects.toThrow(/box wrong/);
    await expect(() => store.websites.put('test', aWebsite('Not A Name'))).rejects.toThrow(
      /website Not A Name.*name/,
    );
    expect(store.boxes.list(website.id)).toHaveLength(1);
  });

  it('refuses to change the kind of a box or dataset', async () => {
    const { website, dataset } = await aShop();
    await expect(() =>
      store.datasets.put(website.id, 'test', aDataset({ kind: 'keywords' })),
    ).rejects.toThrow(/kind/);
    const related = {
      kind: 'relatedProducts' as const,
      name: 'similar',
      datasetId: dataset.id,
      cacheControl: 'no-store',
      size: 8,
      url: null,
      directions: [],
    };
    await expect(() => store.boxes.put(website.id, 'test', related)).rejects.toThrow(/kind/);
  });
});

describe('websites', () => {
  it('cannot reference objects of another website', async () => {
    const mine = await aShop('mine');
    const other = await aShop('other');
    await expect(() =>
      store.boxes.put(mine.website.id, 'test', { ...aSearchBox(other.dataset.id), name: 'x' }),
    ).rejects.toThrow(/does not have/);
    await expect(() =>
      store.campaigns.put(mine.website.id, 'test', aCampaign({ boxId: other.box.id })),
    ).rejects.toThrow(/does not have/);
    await expect(() =>
      store.subscriptions.put(mine.website.id, 'test', aSubscription({ boxIds: [other.box.id] })),
    ).rejects.toThrow(/does not have/);
    expect(store.subscriptions.list(mine.website.id)).toEqual([]);
  });

  it('cannot read another website by id', async () => {
    const mine = await aShop('mine');
    const other = await aShop('other');
    const { subscription } = await store.subscriptions.put(other.website.id, 'test', aSubscription());
    await expect(() => store.subscriptions.reveal(mine.website.id, subscription.id)).rejects.toThrow(
      /no subscription/,
    );
    await expect(() =>
      store.subscriptions.rotate(mine.website.id, 'test', subscription.id, 'primary'),
    ).rejects.toThrow();
    expect(store.directory().box(mine.website.id, other.box.tracker)).toBeNull();
    expect(store.directory().dataset(mine.website.id, other.dataset.id)).toBeNull();
  });

  it('removes everything of a website except its audit', async () => {
    const mine = await aShop('mine');
    await aShop('other');
    const { keys } = await store.subscriptions.put(
      mine.website.id,
      'test',
      aSubscription({ boxIds: [mine.box.id] }),
    );
    await store.campaigns.put(mine.website.id, 'test', aCampaign({ boxId: mine.box.id }));
    await store.websites.remove('test', mine.website.id);
    expect(store.websites.list().map(({ name }) => name)).toEqual(['other']);
    expect(store.boxes.list(mine.website.id)).toEqual([]);
    expect(store.directory().subscriptionByKey(keys?.primary ?? '')).toBeNull();
    expect(store.audit.list(mine.website.id, 1)[0]).toMatchObject({ action: 'website.remove', after: null });
  });
});

describe('remove', () => {
  it('refuses while something refers to it, and names it', async () => {
    const { website, box } = await aShop();
    await store.campaigns.put(website.id, 'test', aCampaign({ boxId: box.id }));
    await store.subscriptions.put(website.id, 'test', aSubscription({ boxIds: [box.id] }));
    await expect(() => store.datasets.remove(website.id, 'test', 'catalogue')).rejects.toThrow(/box similar/);
    await expect(() => store.boxes.remove(website.id, 'test', 'similar')).rejects.toThrow(
      /campaign Summer, subscription shop/,
    );
  });

  it('removes what nothing refers to, and reports a missing name', async () => {
    const { website } = await aShop();
    await store.boxes.remove(website.id, 'test', 'similar');
    await store.datasets.remove(website.id, 'test', 'catalogue');
    expect(store.datasets.list(website.id)).toEqual([]);
    await expect(() => store.boxes.remove(website.id, 'test', 'similar')).rejects.toThrow(
      /no box called similar/,
    );
  });
});

describe('transaction', () => {
  it('rolls back when it fails', async () => {
    await expect(() =>
      store.transaction(({ websites }) => {
        websites.put('test', aWebsite('luma'));
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(store.websites.list()).toEqual([]);
    expect(store.audit.verify()).toBeNull();
  });

  it('refuses asynchronous work', async () => {
    await expect(() =>
      store.transaction(async ({ websites }) => websites.put('test', aWebsite('luma'))),
    ).rejects.toThrow(/synchronous/);
    expect(store.websites.list()).toEqual([]);
  });
});

describe('database file', () => {
  it('of a newer schema version is refused with a next step', async () => {
    store.close();
    const database = new DatabaseSync(test.file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(() => test.open()).rejects.toThrow(/schema version 999/);
  });

  it('that is not a database is refused as corrupted', async () => {
    const file = join(test.folder, 'other.sqlite');
    writeFileSync(file, 'this is not a database, but long enough to be read as one'.repeat(20));
    const secrets = openKeyring({ secretKey: null, dataDir: test.folder });
    await expect(() => openStore({ file, keyring: secrets })).rejects.toThrow(/not a database/);
  });

  it('does not open with another secret key', async () => {
    const secrets = openKeyring({ secretKey: '0'.repeat(64), dataDir: test.folder });
    await expect(() => openStore({ file: test.file, keyring: secrets })).rejects.toThrow(
      /another secret key/,
    );
  });

  it('with damaged settings names the damaged object', async () => {
    const { website } = await aShop();
    const database = new DatabaseSync(test.file);
    database.exec("UPDATE boxes SET settings = json_set(settings, '$.strategies', json('[]'))");
    database.close();
    expect(() => store.boxes.list(website.id)).toThrow(/box similar/);
  });

  it('holds no key, password or feed secret in clear, nor does any file beside it', async () => {
    const { website } = await aShop();
    const auth = { kind: 'basic' as const, user: 'feed', password: 'canary-feed-password' };
    const source = { file: null, url: 'https://a.example/f', images: null, schedule: null, auth };
    await store.datasets.put(website.id, 'test', aDataset({ source }));
    const { subscription, keys } = await store.subscriptions.put(website.id, 'test', aSubscription());
    const rotated = await store.subscriptions.rotate(website.id, 'test', subscription.id, 'primary');
    const brought = { primary: randomKey(), secondary: randomKey() };
    await store.subscriptions.put(website.id, 'test', aSubscription({ name: 'moved' }), brought);
    await store.operators.put(website.id, 'test', 'a@b.example', 'owner', 'canary-password-1');
    const secrets = [...Object.values({ ...keys }), ...Object.values(brought), rotated];
    const everything = readdirSync(test.folder).map((name) =>
      readFileSync(join(test.folder, name), 'latin1'),
    );
    for (const secret of [...secrets, 'canary-feed-password', 'canary-password-1']) {
      expect(everything.some((bytes) => bytes.includes(secret))).toBe(false);
    }
    expect(everything.some((bytes) => bytes.includes('https://a.example/f'))).toBe(true);
    expect((await test.open()).datasets.byName(website.id, 'catalogue')?.source?.auth).toEqual(auth);
  });
});
