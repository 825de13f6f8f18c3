import { describe, expect, it } from 'vitest';
import type { ListInteraction, Sale } from '../../analytics/analytics.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Website } from '../../domain/website.ts';
import { createVisits } from '../../analytics/visits.ts';
import { countInteractions } from './count-interactions.ts';
import { reportDiskFull } from '../start/open-kindred.ts';

const trackerOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const boxes = [
  { id: 1, kind: 'search', tracker: trackerOf(1), datasetId: 10 },
  { id: 2, kind: 'relatedKeywords', tracker: trackerOf(2), datasetId: 20 },
  { id: 3, kind: 'relatedKeywords', tracker: trackerOf(3), datasetId: 30 },
  { id: 4, kind: 'relatedProducts', tracker: trackerOf(4), datasetId: 30 },
];
const datasets = [
  { id: 20, tracker: trackerOf(5) },
  { id: 30, tracker: trackerOf(6) },
];

const countAll = async (
  items: readonly unknown[],
  boxIds: readonly number[] = [],
  campaigns: readonly Partial<Campaign>[] = [],
) => {
  const counted: ListInteraction[] = [];
  const sales: Sale[] = [];
  const store = { boxes: { list: () => boxes }, datasets: { list: () => datasets } } as unknown as Parameters<
    typeof countInteractions
  >[0]['store'];
  const counter = {
    countInteraction: (each: ListInteraction) => void counted.push(each),
    countSale: (each: Sale) => void sales.push(each),
  };
  const now = () => 1000;
  const visits = createVisits(now);
  const listVariants = async () => ['p-red', 'p-blue'];
  const needs = { store, counter, campaigns: () => campaigns as Campaign[], visits, listVariants, now };
  await countInteractions(needs)({ id: 7 } as Website, items, boxIds);
  return { counted, sales };
};
const count = async (items: readonly unknown[], boxIds: readonly number[] = []) =>
  (await countAll(items, boxIds)).counted.map(({ websiteId, boxId, kind, action, list }) => [
    websiteId,
    boxId,
    kind,
    action,
    list,
  ]);
const event = (attributes: object, action = 'click', queryId = 'q') => ({
  action_name: action,
  query_id: queryId,
  event_attributes: attributes,
});

describe('countInteractions', () => {
  it('counts for the box that the event names, by what it answers', async () => {
    expect(await count([event({ btr: trackerOf(1) }), event({ btr: trackerOf(2) }, 'impression')])).toEqual([
      [7, 1, 'identifier', 'clicked', 'q'],
      [7, 2, 'pattern', 'shown', 'q'],
    ]);
  });

  it('knows a tracker in upper case', async () => {
    expect(await count([event({ btr: trackerOf(1).toUpperCase() })])).toHaveLength(1);
  });

  it('counts a suggestion for the only related box of its dataset', async () => {
    expect(await count([event({ object: { dsTracker: trackerOf(5) } })])).toEqual([
      [7, 2, 'pattern', 'clicked', 'q'],
    ]);
  });

  it('counts for no box where several could have shown it', async () => {
    expect(await count([event({ object: { dsTracker: trackerOf(6) } })])).toEqual([
      [7, null, 'pattern', 'clicked', 'q'],
    ]);
  });

  it('ignores trackers of others, and boxes that the key may not call', async () => {
    expect(
      await count([event({ btr: trackerOf(9) }), event({ object: { dsTracker: trackerOf(9) } })]),
    ).toEqual([]);
    expect(await count([event({ btr: trackerOf(1) })], [2])).toEqual([]);
    expect(await count([event({ btr: trackerOf(2) })], [2])).toHaveLength(1);
  });

  it('ignores events about something else', async () => {
    expect(
      await count([
        { action_name: 'search' },
        event({}, 'click'),
        event({ btr: trackerOf(1) }, 'scroll'),
        null,
        'text',
      ]),
    ).toEqual([]);
  });
});

describe('sales', () => {
  const purchase = (attributes: object) => ({
    ...event({ object: { object_id: 'p', price: 5 }, ...attributes }, 'purchase'),
    client_id: 'c',
  });

  it('count for the box that they name, and else for the website', async () => {
    const { sales } = await countAll([
      purchase({ btr: trackerOf(1) }),
      purchase({}),
      event({}, 'add_to_cart'),
    ]);
    expect(sales.map(({ websiteId, boxId, action }) => [websiteId, boxId, action])).toEqual([
      [7, 1, 'order'],
      [7, null, 'order'],
      [7, null, 'cart'],
    ]);
  });

  it('are credited to the list that led to another variant of the product', async () => {
    const clicked = { ...event({ btr: trackerOf(1), object: { object_id: 'p-red' } }), client_id: 'c' };
    const { sales } = await countAll([clicked, purchase({ object: { object_id: 'p-blue', price: 5 } })]);
    expect(sales).toMatchObject([{ boxId: 1, amount: 5 }]);
  });

  it('are credited to no box that the key may not call', async () => {
    const clicked = { ...event({ btr: trackerOf(1), object: { object_id: 'p' } }), client_id: 'c' };
    const visitNeeds = await countAll([clicked, purchase({})], [2]);
    expect(visitNeeds.sales).toMatchObject([{ boxId: null }]);
  });

  it('are ignored for a box of another website, or one that the key may not call', async () => {
    expect((await countAll([purchase({ btr: trackerOf(9) })])).sales).toEqual([]);
    expect((await countAll([purchase({ btr: trackerOf(1) })], [2])).sales).toEqual([]);
  });
});

describe('sides of campaigns', () => {
  const always = { from: null, until: null, weekdays: [] };
  const half = { ruleId: 1, share: 0.5, schedule: always };
  const shown = (client: string) => ({
    ...event({ btr: trackerOf(1) }, 'impression', client),
    client_id: client,
  });
  const armsOf = async (items: readonly unknown[], campaigns: readonly object[]) =>
    (await countAll(items, [], campaigns as Partial<Campaign>[])).counted.map(({ arms }) => arms);

  it('split shoppers about as the share says, and always alike', async () => {
    const shoppers = Array.from({ length: 400 }, (_, at) => shown(`c${at}`));
    const arms = await armsOf(shoppers, [half]);
    const treated = arms.filter((sides) => sides?.[0]?.side === 'with').length;
    expect(treated).toBeGreaterThan(150);
    expect(treated).toBeLessThan(250);
    expect(await armsOf(shoppers, [half])).toEqual(arms);
  });

  it('are there only for campaigns for a share of the traffic that run now, and for known shoppers', async () => {
    const others = [
      { ...half, ruleId: 2, share: 1 },
      { ...half, ruleId: 3, share: 0 },
      { ...half, ruleId: 4, schedule: { ...always, until: new Date(500).toISOString() } },
    ];
    expect(await armsOf([shown('c')], others)).toEqual([[]]);
    expect(await armsOf([event({ btr: trackerOf(1) }, 'impression')], [half])).toEqual([[]]);
    expect(await armsOf([event({ object: { dsTracker: trackerOf(6) } })], [half])).toEqual([[]]);
  });
});

describe('reportDiskFull', () => {
  const fail = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('gives back what the work gives', async () => {
    expect(await reportDiskFull(async () => 5)).toBe(5);
  });

  it('says that the disk is full, with its cause', async () => {
    await expect(reportDiskFull(fail('ENOSPC'))).rejects.toMatchObject({
      code: 'unavailable',
      cause: { code: 'ENOSPC' },
    });
  });

  it('leaves other failures as they are', async () => {
    await expect(reportDiskFull(fail('EACCES'))).rejects.toMatchObject({ code: 'EACCES' });
  });
});
