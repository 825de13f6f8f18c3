import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { aCampaign, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
beforeEach(() => {
  test = openTestFolder();
  store = test.open();
  websiteId = store.websites.put('test', aWebsite('luma')).id;
});
afterEach(() => test.remove());

const byRuleId = (ruleId: number) => store.campaigns.byRuleId(websiteId, ruleId);
const undo = (ruleId: number) => store.campaigns.undo(websiteId, 'anna', ruleId);

describe('campaign history', () => {
  it('survives a rename, with the same ruleId', () => {
    const { ruleId } = store.campaigns.put(websiteId, 'test', aCampaign());
    store.campaigns.replace(websiteId, 'anna', ruleId, aCampaign({ name: 'Autumn', priority: 2 }));
    expect(byRuleId(ruleId)).toMatchObject({ name: 'Autumn', priority: 2 });
    const history = store.campaigns.history(websiteId, ruleId);
    expect(history).toMatchObject([
      { action: 'update', actor: 'anna', before: { name: 'Summer' }, after: { name: 'Autumn' } },
      { action: 'create', actor: 'test', before: null },
    ]);
    store.campaigns.replace(websiteId, 'anna', ruleId, aCampaign({ name: 'Autumn', priority: 2 }));
    expect(store.campaigns.history(websiteId, ruleId)).toHaveLength(2);
  });

  it('undoes one change at a time, including removal and creation', () => {
    const first = store.campaigns.put(websiteId, 'test', aCampaign());
    const { ruleId } = first;
    const second = store.campaigns.put(websiteId, 'test', aCampaign({ priority: 2 }));
    store.campaigns.remove(websiteId, 'test', 'Summer');
    expect(undo(ruleId)).toEqual(second);
    expect(undo(ruleId)).toEqual(first);
    expect(store.campaigns.put(websiteId, 'test', aCampaign({ priority: 7 })).ruleId).toBe(ruleId);
    expect(undo(ruleId)).toEqual(first);
    expect(undo(ruleId)).toBeNull();
    expect(byRuleId(ruleId)).toBeNull();
    expect(() => undo(ruleId)).toThrow(/nothing to undo/);
    expect(store.audit.verify()).toBeNull();
  });

  it('is neither visible to nor undoable by another website', () => {
    const other = store.websites.put('test', aWebsite('other')).id;
    const { ruleId } = store.campaigns.put(websiteId, 'test', aCampaign());
    expect(store.campaigns.history(other, ruleId)).toEqual([]);
    expect(store.campaigns.byRuleId(other, ruleId)).toBeNull();
    expect(() => store.campaigns.undo(other, 'test', ruleId)).toThrow(/nothing to undo/);
    expect(() => store.campaigns.replace(other, 'test', ruleId, aCampaign())).toThrow(/no campaign/);
    expect(byRuleId(ruleId)).not.toBeNull();
  });
});
