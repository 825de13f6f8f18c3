import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from './store.ts';
import {
  aCampaign,
  aClock,
  aDataset,
  aSearchBox,
  aSubscription,
  aWebsite,
  openTestFolder,
} from '../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
});
afterEach(() => test.remove());

const aBox = async (name: string) => {
  const dataset = await store.datasets.put(websiteId, 'test', aDataset());
  return store.boxes.put(websiteId, 'test', { ...aSearchBox(dataset.id), name });
};

const randomKey = (): string => randomBytes(16).toString('hex');

describe('directory', () => {
  it('returns the same object until something changes, here or in another process', async () => {
    const before = store.directory();
    expect(store.directory()).toBe(before);
    const other = await test.open();
    expect(other.directory().revision).toBe(before.revision);
    await other.websites.put('test', aWebsite('second'));
    const after = store.directory();
    expect(after.revision).not.toBe(before.revision);
    expect(after.revision).toBe(other.directory().revision);
    expect(store.directory()).toBe(after);
    await store.websites.put('test', aWebsite('third'));
    expect(store.directory()).not.toBe(after);
  });

  it('does not change after it was returned', async () => {
    const box = await aBox('similar');
    const before = store.directory();
    await store.boxes.remove(websiteId, 'test', 'similar');
    expect(before.box(websiteId, box.tracker)).toEqual(box);
    expect(store.directory().box(websiteId, box.tracker)).toBeNull();
  });

  it('shows an open transaction its own changes, and drops them on rollback', async () => {
    const before = store.directory();
    await expect(() =>
      store.transaction(({ boxes, datasets }) => {
        const { id } = datasets.put(websiteId, 'test', aDataset());
        const { tracker } = boxes.put(websiteId, 'test', { ...aSearchBox(id), name: 'similar' });
        expect(store.directory().box(websiteId, tracker)?.name).toBe('similar');
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(store.directory().revision).toBe(before.revision);
  });

  it('finds a subscription by either key, in any state', async () => {
    const { subscription, keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    expect(store.directory().subscriptionByKey(keys?.primary ?? '')).toEqual(subscription);
    expect(store.directory().subscriptionByKey(keys?.secondary ?? '')).toEqual(subscription);
    await store.subscriptions.setState(websiteId, 'test', subscription.id, 'suspended');
    expect(store.directory().subscriptionByKey(keys?.primary ?? '')?.state).toBe('suspended');
  });

  it('finds nothing for any other key', async () => {
    const { keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    for (const key of ['', 'x', 'ab'.repeat(16), `${keys?.primary}x`, keys?.primary.toLowerCase() ?? '']) {
      expect(store.directory().subscriptionByKey(key)).toBeNull();
    }
  });

  it('lists published campaigns of a box by priority, then by age', async () => {
    const box = await aBox('similar');
    const other = await aBox('other');
    const put = (name: string, changes: object) =>
      store.campaigns.put(websiteId, 'test', aCampaign({ name, ...changes }));
    await put('everywhere', {});
    await put('late', { boxId: box.id });
    await put('first', { boxId: box.id, priority: 9 });
    await put('draft', { boxId: box.id, state: 'draft' });
    await put('elsewhere', { boxId: other.id });
    const names = store
      .directory()
      .campaigns(websiteId, box.id)
      .map(({ name }) => name);
    expect(names).toEqual(['first', 'everywhere', 'late']);
    expect(store.directory().campaigns(websiteId + 1, box.id)).toEqual([]);
  });
});

describe('subscription keys', () => {
  it('can be revealed again', async () => {
    const { subscription, keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    expect(await (await test.open()).subscriptions.reveal(websiteId, subscription.id)).toEqual(keys);
  });

  it('rotates one slot: the old key stops at once, the other slot keeps working', async () => {
    const { subscription, keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    const serving = await test.open();
    serving.directory();
    const fresh = await store.subscriptions.rotate(websiteId, 'test', subscription.id, 'primary');
    expect(serving.directory().subscriptionByKey(fresh)?.id).toBe(subscription.id);
    expect(serving.directory().subscriptionByKey(keys?.primary ?? '')).toBeNull();
    expect(serving.directory().subscriptionByKey(keys?.secondary ?? '')?.id).toBe(subscription.id);
  });

  it('keeps one rotated key per slot working until its grace period ends', async () => {
    const clock = aClock();
    const [writing, serving] = [await test.open(clock.now), await test.open(clock.now)];
    const { subscription, keys } = await writing.subscriptions.put(websiteId, 'test', aSubscription());
    const isGood = (key = '') => serving.directory().subscriptionByKey(key) !== null;
    const rotate = (graceSeconds: number) =>
      writing.subscriptions.rotate(websiteId, 'test', subscription.id, 'primary', graceSeconds);
    const second = await rotate(60);
    expect([isGood(keys?.primary), isGood(second), isGood(keys?.secondary)]).toEqual([true, true, true]);
    const directory = serving.directory();
    clock.move(59_999);
    expect(isGood(keys?.primary)).toBe(true);
    clock.move(1);
    expect(isGood(keys?.primary)).toBe(false);
    expect(serving.directory()).toBe(directory);
    const third = await rotate(60);
    const fourth = await rotate(60);
    expect([isGood(second), isGood(third), isGood(fourth)]).toEqual([false, true, true]);
    await rotate(0);
    expect([isGood(third), isGood(fourth)]).toEqual([false, false]);
    await expect(() => rotate(-1)).rejects.toThrow(/grace/);
  });

  it('lists keys masked, with the end of their grace period', async () => {
    const { subscription, keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    await store.subscriptions.rotate(websiteId, 'test', subscription.id, 'secondary', 3600);
    const keyInfos = store.subscriptions.keys(websiteId, subscription.id);
    expect(keyInfos.map(({ slot, graceUntil }) => [slot, graceUntil !== null])).toEqual([
      ['primary', false],
      ['secondary', false],
      ['secondary', true],
    ]);
    expect(keyInfos[0]?.masked).toBe(`kdr_sec_…${keys?.primary.slice(-4)}`);
    expect(JSON.stringify(keyInfos)).not.toContain(keys?.primary);
    expect(() => store.subscriptions.keys(websiteId + 1, subscription.id)).toThrow(/no subscription/);
  });

  it('records in the audit who revealed them', async () => {
    const { subscription } = await store.subscriptions.put(websiteId, 'test', aSubscription());
    await store.subscriptions.reveal(websiteId, subscription.id, {
      name: 'anna@shop.example',
      from: '192.0.2.1',
    });
    const [entry] = store.audit.list(websiteId, 1);
    expect(entry).toMatchObject({ action: 'subscription.reveal', actor: 'anna@shop.example', after: null });
  });

  it('has an open scope by default, and replaces it with the next put', async () => {
    const put = async (changes: object) =>
      (await store.subscriptions.put(websiteId, 'test', aSubscription(changes))).subscription;
    expect(await put({})).toMatchObject({ operations: [], addressRate: null });
    const scoped = { operations: ['imageSearch'], addressRate: { calls: 5, perSeconds: 1 } };
    expect(await put(scoped)).toMatchObject(scoped);
    expect(await put({})).toMatchObject({ operations: [], addressRate: null });
    await expect(() => put({ operations: ['nothing'] })).rejects.toThrow(/operations/);
  });

  it('imports keys, but refuses keys of another subscription and malformed ones', async () => {
    const brought = { primary: randomKey(), secondary: randomKey() };
    const put = (name: string, keys: typeof brought) =>
      store.subscriptions.put(websiteId, 'test', aSubscription({ name }), keys);
    expect((await put('moved', brought)).keys).toBeNull();
    expect(store.directory().subscriptionByKey(brought.secondary)?.name).toBe('moved');
    await expect(() => put('thief', { ...brought, primary: randomKey() })).rejects.toThrow(/already there/);
    await expect(() => put('odd', { primary: 'short', secondary: 'x' })).rejects.toThrow(/32 hex digits/);
    const same = randomKey();
    await expect(() => put('same', { primary: same, secondary: same.toUpperCase() })).rejects.toThrow(
      /differ/,
    );
    for (const typed of ['0'.repeat(32), 'ab'.repeat(16), '1234567'.repeat(5).slice(0, 32)])
      await expect(() => put('guessed', { ...brought, primary: typed })).rejects.toThrow(/must be random/);
    expect(store.subscriptions.list(websiteId)).toHaveLength(1);
  });
});
