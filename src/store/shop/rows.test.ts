import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDataset,
  aSearchBox,
  aSubscription,
  aWebsite,
  openTestFolder,
} from '../../../test/support/store/test-shop.ts';
import type { Store } from '../store.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let id: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  ({ id } = await store.websites.put('test', aWebsite('luma')));
});
afterEach(() => test.remove());

const tamper = (sql: string): void => {
  const database = new DatabaseSync(test.file);
  database.exec(sql);
  database.close();
};
const fault = (code: string, message: string, nextStep?: string): unknown =>
  expect.objectContaining({ code, message, ...(nextStep && { nextStep }) });

describe('what cannot change', () => {
  it('is the kind of a dataset', async () => {
    await store.datasets.put(id, 'test', aDataset());
    await expect(() => store.datasets.put(id, 'test', aDataset({ kind: 'keywords' }))).rejects.toThrow(
      fault(
        'conflict',
        'The dataset catalogue holds products; its kind cannot change.',
        'Give the new dataset another name, or remove the old one first.',
      ),
    );
  });

  it('is the kind of a subscription, whose keys are in use', async () => {
    await store.subscriptions.put(id, 'test', aSubscription());
    await expect(() =>
      store.subscriptions.put(id, 'test', aSubscription({ kind: 'ingest' })),
    ).rejects.toThrow(
      fault(
        'conflict',
        'The subscription shop is secret; its kind cannot change.',
        'Its keys are in use for that. Give the new subscription another name.',
      ),
    );
  });
});

describe('what is in use', () => {
  it('cannot be removed: a catalogue that a box and keywords need', async () => {
    const dataset = await store.datasets.put(id, 'test', aDataset());
    await store.boxes.put(id, 'test', aSearchBox(dataset.id));
    await store.datasets.put(
      id,
      'test',
      aDataset({ name: 'searches', kind: 'keywords', productsId: dataset.id }),
    );
    await expect(() => store.datasets.remove(id, 'test', 'catalogue')).rejects.toThrow(
      fault(
        'conflict',
        'The dataset catalogue is in use by: box similar, dataset searches.',
        'Remove or change these first.',
      ),
    );
  });
});

describe('the audit', () => {
  it('shows a box, a website and issued keys, and no clear key', async () => {
    const dataset = await store.datasets.put(id, 'test', aDataset());
    const box = await store.boxes.put(id, 'test', aSearchBox(dataset.id));
    expect(store.audit.list(id, 1)).toMatchObject([{ action: 'box.create', after: { ...box } }]);
    const { subscription, keys } = await store.subscriptions.put(id, 'test', aSubscription());
    const [issued] = store.audit.list(id, 1);
    expect(issued).toMatchObject({ action: 'subscription.issue-keys', before: null });
    expect(Object.keys(issued?.after as object).sort()).toEqual(['primary', 'secondary']);
    expect(JSON.stringify(issued)).not.toContain(keys?.primary);
    const imported = {
      primary: '0123456789abcdef0123456789abcdef',
      secondary: 'f'.repeat(4) + '0123456789ab'.repeat(3).slice(0, 28),
    };
    await store.subscriptions.put(id, 'test', aSubscription(), imported);
    const [brought] = store.audit.list(id, 1);
    expect(brought).toMatchObject({ action: 'subscription.bring-keys', subject: 'subscription shop' });
    expect(brought?.after).not.toEqual(issued?.after);
    // The same keys again change nothing, one of them alone does not count as the same.
    await store.subscriptions.put(id, 'test', aSubscription(), imported);
    expect(store.audit.list(id, 1)).toEqual([brought]);
    // A key may be in one slot at a time.
    const swapped = { primary: imported.secondary, secondary: imported.primary };
    await expect(() => store.subscriptions.put(id, 'test', aSubscription(), swapped)).rejects.toThrow(
      fault('conflict', 'Something with this name or key is already there.'),
    );
    expect(await store.subscriptions.reveal(id, subscription.id)).toEqual(imported);
    expect(store.audit.list(id, 1)).toEqual([brought]);
    const other = await store.websites.put('ann', aWebsite('other'));
    expect(store.audit.list(other.id, 1)).toMatchObject([
      { actor: 'ann', action: 'website.create', subject: 'website other', before: null },
    ]);
  });
});

describe('undoing', () => {
  it('gives back the campaign before the change, removes one that was made, and then has nothing left', async () => {
    const made = await store.campaigns.put(id, 'test', aCampaign({ priority: 1 }));
    await store.campaigns.put(id, 'test', aCampaign({ priority: 2 }));
    expect((await store.campaigns.undo(id, 'test', made.ruleId))?.priority).toBe(1);
    expect(store.campaigns.byRuleId(id, made.ruleId)?.priority).toBe(1);
    expect(await store.campaigns.undo(id, 'test', made.ruleId)).toBeNull();
    expect(store.campaigns.byRuleId(id, made.ruleId)).toBeNull();
    await expect(() => store.campaigns.undo(id, 'test', made.ruleId)).rejects.toThrow(
      fault('conflict', `There is nothing to undo for the campaign with the ruleId ${made.ruleId}.`),
    );
  });
});

describe('a damaged row', () => {
  it.each([
    ['campaigns', (open: Store) => open.campaigns.list(id)],
    ['boxes', (open: Store) => open.boxes.list(id)],
    ['datasets', (open: Store) => open.datasets.list(id)],
  ])('of %s is reported as corrupted', async (table, read) => {
    const dataset = await store.datasets.put(id, 'test', aDataset());
    await store.boxes.put(id, 'test', aSearchBox(dataset.id));
    await store.campaigns.put(id, 'test', aCampaign());
    tamper(`UPDATE ${table} SET settings = '{"a":1}'`);
    await expect(async () => read(await test.open())).rejects.toThrow(
      expect.objectContaining({ code: 'corrupted' }),
    );
  });
});

describe('an address that is there twice', () => {
  it('is a conflict, and a box of nothing is refused', async () => {
    const twice = `INSERT INTO websites SELECT id + 1000, tracker, name, settings FROM websites`;
    expect(() => tamper(twice)).toThrow();
    await expect(() => store.boxes.put(id, 'test', aSearchBox(4711))).rejects.toThrow(
      fault('bad-input', 'This refers to something that the website does not have.'),
    );
  });
});
