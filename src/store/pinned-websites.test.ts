import { afterEach, beforeEach, expect, it } from 'vitest';
import { aDataset, aWebsite, openTestFolder } from '../../test/support/store/test-shop.ts';
import { createPinnedWebsites } from './pinned-websites.ts';
import type { Store } from './store.ts';

let folder: ReturnType<typeof openTestFolder>;
let store: Store;
beforeEach(() => {
  folder = openTestFolder();
  store = folder.open();
});
afterEach(() => folder.remove());

const create = (name: string) => {
  const website = store.websites.put('test', aWebsite(name));
  return { website, tracker: store.datasets.put(website.id, 'test', aDataset()).tracker };
};

it('holds the datasets of its websites, also of those that are created later', () => {
  const pinned = createPinnedWebsites(store, ['north', 'later']);
  const [north, south] = [create('north'), create('south')];
  expect([pinned.isServed(north.website), pinned.isServed(south.website)]).toEqual([true, false]);
  expect([pinned.holds(north.tracker), pinned.holds(south.tracker)]).toEqual([true, false]);
  expect(pinned.holds(create('later').tracker)).toBe(true);
});

it('tells which website other nodes serve, and nothing of a dataset that does not exist', () => {
  const pinned = createPinnedWebsites(store, ['north']);
  const [north, south] = [create('north'), create('south')];
  expect(pinned.findElsewhere(south.tracker)?.name).toBe('south');
  expect([pinned.findElsewhere(north.tracker), pinned.findElsewhere('none')]).toEqual([null, null]);
  expect(pinned.holds('none')).toBe(false);
});

it('holds everything where nothing is pinned', () => {
  const pinned = createPinnedWebsites(store, []);
  const { website, tracker } = create('north');
  expect([pinned.isServed(website), pinned.holds(tracker), pinned.holds('none')]).toEqual([true, true, true]);
  expect(pinned.findElsewhere(tracker)).toBeNull();
});
