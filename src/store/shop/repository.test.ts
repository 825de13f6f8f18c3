import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDataset,
  aSearchBox,
  aWebsite,
  openTestFolder,
} from '../../../test/support/store/test-shop.ts';
import { configurationLimits } from '../../domain/settings/limits.ts';
import type { Store } from '../store.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
});
afterEach(() => test.remove());

const fill = (websiteId: number): Promise<void> =>
  store.transaction((settings) => {
    for (let place = 0; place < configurationLimits.campaigns; place += 1)
      settings.campaigns.put(websiteId, 'test', aCampaign({ name: `campaign ${place}` }));
  });

describe('a website with as many campaigns as it may have', () => {
  it('gets no more, may change those it has, and gets another for one that is removed', async () => {
    const { id } = await store.websites.put('test', aWebsite('luma'));
    await fill(id);
    const one = aCampaign({ name: 'one more' });
    await expect(() => store.campaigns.put(id, 'test', one)).rejects.toThrow(
      'This website has 2000 campaigns, and 2000 are allowed.',
    );
    expect(
      (await store.campaigns.put(id, 'test', aCampaign({ name: 'campaign 5', priority: 9 }))).priority,
    ).toBe(9);
    const other = await store.websites.put('test', aWebsite('icecat'));
    expect((await store.campaigns.put(other.id, 'test', one)).name).toBe('one more');
    await store.campaigns.remove(id, 'test', 'campaign 7');
    expect((await store.campaigns.put(id, 'test', one)).name).toBe('one more');
    expect(store.audit.verify()).toBeNull();
  });
});

describe('an item', () => {
  it('that is not there cannot be removed', async () => {
    const { id } = await store.websites.put('test', aWebsite('luma'));
    await expect(() => store.boxes.remove(id, 'test', 'none')).rejects.toThrow(
      'This website has no box called none.',
    );
    await expect(() => store.campaigns.remove(id, 'test', 'none')).rejects.toThrow(
      'This website has no campaign called none.',
    );
  });

  it('that another needs cannot be removed, and nothing is audited', async () => {
    const { id } = await store.websites.put('test', aWebsite('luma'));
    const dataset = await store.datasets.put(id, 'test', aDataset());
    const box = await store.boxes.put(id, 'test', aSearchBox(dataset.id));
    const before = store.audit.list(id, 10);
    await expect(() => store.datasets.remove(id, 'test', dataset.name)).rejects.toThrow(
      `The dataset ${dataset.name} is in use by: box ${box.name}.`,
    );
    expect(store.audit.list(id, 10)).toEqual(before);
  });

  it('is audited with what it was and what it became', async () => {
    const { id } = await store.websites.put('test', aWebsite('luma'));
    await store.campaigns.put(id, 'ann', aCampaign({ name: 'sale' }));
    await store.campaigns.put(id, 'bob', aCampaign({ name: 'sale', priority: 4 }));
    await store.campaigns.remove(id, 'cy', 'sale');
    const [removed, updated, created] = store.audit.list(id, 3);
    expect(created).toMatchObject({ actor: 'ann', action: 'campaign.create', subject: 'campaign sale' });
    expect([created?.before, created?.after]).toMatchObject([null, { name: 'sale' }]);
    expect(updated).toMatchObject({ actor: 'bob', action: 'campaign.update', after: { priority: 4 } });
    expect(removed).toMatchObject({ actor: 'cy', action: 'campaign.remove', before: { priority: 4 } });
    expect(removed?.after).toBeNull();
  });
});
