import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { aCampaign, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
});
afterEach(() => test.remove());

const byRuleId = (ruleId: number) => store.campaigns.byRuleId(websiteId, ruleId);
const undo = (ruleId: number) => store.campaigns.undo(websiteId, 'anna', ruleId);

describe('campaign history', () => {
  it('survives a rename, with the same ruleId', async () => {
    const { ruleId } = await store.campaigns.put(websiteId, 'test', aCampaign());
    await store.campaigns.replace(websiteId, 'anna', ruleId, aCampaign({ name: 'Autumn', priority: 2 }));
    expect(byRuleId(ruleId)).toMatchObject({ name: 'Autumn', priority: 2 });
    const history = store.campaigns.history(websiteId, ruleId);
    expect(history).toMatchObject([
      { action: 'update', actor: 'anna', before: { name: 'Summer' }, after: { name: 'Autumn' } },
      { action: 'create', actor: 'test', before: null },
    ]);
    await store.campaigns.replace(websiteId, 'anna', ruleId, aCampaign({ name: 'Autumn', priority: 2 }));
    expect(store.campaigns.history(websiteId, ruleId)).toHaveLength(2);
  });

  it('undoes one change at a time, including removal and creation', async () => {
    const first = await store.campaigns.put(websiteId, 'test', aCampaign());
    const { ruleId } = first;
    const second = await store.campaigns.put(websiteId, 'test', aCampaign({ priority: 2 }));
    await store.campaigns.remove(websiteId, 'test', 'Summer');
    expect(await undo(ruleId)).toEqual(second);
    expect(await undo(ruleId)).toEqual(first);
    expect((await store.campaigns.put(websiteId, 'test', aCampaign({ priority: 7 }))).ruleId).toBe(ruleId);
    expect(await undo(ruleId)).toEqual(first);
    expect(await undo(ruleId)).toBeNull();
    expect(byRuleId(ruleId)).toBeNull();
    await expect(() => undo(ruleId)).rejects.toThrow(/nothing to undo/);
    expect(store.audit.verify()).toBeNull();
  });

  it('is neither visible to nor undoable by another website', async () => {
    const other = (await store.websites.put('test', aWebsite('other'))).id;
    const { ruleId } = await store.campaigns.put(websiteId, 'test', aCampaign());
    expect(store.campaigns.history(other, ruleId)).toEqual([]);
    expect(store.campaigns.byRuleId(other, ruleId)).toBeNull();
    await expect(() => store.campaigns.undo(other, 'test', ruleId)).rejects.toThrow(/nothing to undo/);
    await expect(() => store.campaigns.replace(other, 'test', ruleId, aCampaign())).rejects.toThrow(
      /no campaign/,
    );
    expect(byRuleId(ruleId)).not.toBeNull();
  });
});
