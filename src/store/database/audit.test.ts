import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { aDataset, aSubscription, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  websiteId = (await store.websites.put('anna@shop.example', aWebsite('luma'))).id;
  await store.websites.put('anna@shop.example', { ...aWebsite('luma'), language: 'de' });
  await store.datasets.put(websiteId, 'command line', aDataset());
});
afterEach(() => test.remove());

const tamper = (sql: string): void => {
  const database = new DatabaseSync(test.file);
  database.exec(sql);
  database.close();
};

describe('audit', () => {
  it('lists who changed what, newest first, with before and after', () => {
    const [dataset, update, create] = store.audit.list(websiteId, 10);
    expect(dataset).toMatchObject({
      actor: 'command line',
      action: 'dataset.create',
      subject: 'dataset catalogue',
    });
    expect(update).toMatchObject({
      action: 'website.update',
      before: { language: 'en' },
      after: { language: 'de' },
    });
    expect(create).toMatchObject({ sequence: 1, actor: 'anna@shop.example', before: null });
    expect(store.audit.list(websiteId, 1)).toEqual([dataset]);
  });

  it('records the address, and pages by actor and subject', async () => {
    const anna = { name: 'anna@shop.example', from: '192.0.2.7' };
    await store.datasets.put(websiteId, anna, aDataset({ name: 'second' }));
    const [entry] = store.audit.list(websiteId, 1);
    expect(entry).toMatchObject({ actor: 'anna@shop.example', from: '192.0.2.7' });
    const page = (query: object) => store.audit.page(websiteId, { page: 1, pageSize: 2, ...query });
    expect(page({}).total).toBe(4);
    expect(page({ page: 2 }).entries.map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(page({ actor: 'COMMAND' }).entries).toHaveLength(1);
    expect(page({ subject: 'dataset', actor: 'anna' })).toMatchObject({ total: 1, entries: [entry] });
    expect(page({ subject: '%' }).total).toBe(0);
    expect(store.audit.verify()).toBeNull();
    tamper("UPDATE audit SET from_where = '198.51.100.1' WHERE sequence = 4");
    expect(store.audit.verify()).toMatchObject({ sequence: 4 });
  });

  it('keeps websites apart', async () => {
    const other = await store.websites.put('test', aWebsite('other'));
    expect(store.audit.list(other.id, 10).map(({ subject }) => subject)).toEqual(['website other']);
  });

  it('shows that a feed password changed, but not the password', async () => {
    const source = (password: string) => ({
      file: null,
      url: 'https://a.example/f',
      images: null,
      schedule: null,
      auth: { kind: 'basic' as const, user: 'u', password },
    });
    await store.datasets.put(websiteId, 'test', aDataset({ source: source('one-canary') }));
    await store.datasets.put(websiteId, 'test', aDataset({ source: source('two-canary') }));
    const [entry] = store.audit.list(websiteId, 1);
    expect(entry?.before).not.toEqual(entry?.after);
    expect(JSON.stringify(entry)).not.toContain('canary');
  });

  it('stays unbroken when several connections write', async () => {
    const other = await test.open();
    const { subscription } = await other.subscriptions.put(websiteId, 'test', aSubscription());
    await store.subscriptions.rotate(websiteId, 'test', subscription.id, 'secondary');
    await other.subscriptions.setState(websiteId, 'test', subscription.id, 'cancelled');
    expect(store.audit.verify()).toBeNull();
    expect(store.audit.list(websiteId, 10)).toHaveLength(7);
  });

  it.each([
    [
      'changed',
      "UPDATE audit SET actor = 'nobody' WHERE sequence = 2",
      2,
      'was changed after it was written',
    ],
    ['changed in its content', "UPDATE audit SET after = '{}' WHERE sequence = 1", 1, 'was changed after'],
    ['moved', "UPDATE audit SET previous_hash = 'x' WHERE sequence = 2", 2, 'does not follow the one before'],
    ['removed', 'DELETE FROM audit WHERE sequence = 2', 2, 'This entry is missing.'],
    ['removed at the end', 'DELETE FROM audit WHERE sequence = 3', 3, 'Entries are missing at the end.'],
    ['given a new hash', "UPDATE audit SET hash = 'x' WHERE sequence = 3", 3, 'was changed after'],
  ])('finds an entry that was %s, and says so', (_, sql, sequence, problem) => {
    expect(store.audit.verify()).toBeNull();
    tamper(sql);
    expect(store.audit.verify()).toEqual({
      sequence,
      problem: expect.stringContaining(problem) as string,
    });
  });
});
