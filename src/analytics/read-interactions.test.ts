import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInteractions } from './read-interactions.ts';

const event = (changes: object = {}) => ({
  action_name: 'click',
  query_id: 'q-1',
  client_id: 'c-1',
  timestamp: '2026-11-15T12:00:00Z',
  event_attributes: { btr: 'box-tracker', object: { object_id: 'p-1' } },
  ...changes,
});

describe('interactions in events', () => {
  it.each([
    ['impression', 'shown'],
    ['view', 'shown'],
    ['click', 'clicked'],
    ['item_click', 'clicked'],
    ['product_click', 'clicked'],
    ['suggestion_click', 'clicked'],
  ])('reads %s as %s', (name, action) => {
    expect(readInteractions([event({ action_name: name })])).toEqual([
      {
        action,
        btr: 'box-tracker',
        dsTracker: null,
        list: 'q-1',
        shopper: 'c-1',
        product: name === 'suggestion_click' ? null : 'p-1',
        campaigns: [],
      },
    ]);
  });

  it('reads the campaigns of the list, whatever else a page puts there', () => {
    const read = (campaigns: unknown) =>
      readInteractions([event({ event_attributes: { btr: 'b', campaigns } })])[0]?.campaigns;
    expect(read([3, 3, 5, 'x', 1.5, null])).toEqual([3, 5]);
    expect(read('3')).toEqual([]);
    expect(read(Array.from({ length: 500 }, (_, at) => at))).toHaveLength(20);
  });

  it('names a suggestion by the dataset that came with it', () => {
    const attributes = { object: { dsTracker: 'dataset-tracker' } };
    expect(readInteractions([event({ event_attributes: attributes })])).toMatchObject([
      { btr: null, dsTracker: 'dataset-tracker' },
    ]);
  });

  it('tells lists without a query id apart, and finds the same event sent twice', () => {
    const [first, same, other] = readInteractions([
      event({ query_id: undefined }),
      event({ query_id: undefined }),
      event({ query_id: undefined, timestamp: '2026-11-15T12:00:01Z' }),
    ]).map(({ list }) => list);
    expect(first).toBe(same);
    expect(first).not.toBe(other);
  });

  it('ignores other actions, and events about no list of ours', () => {
    expect(
      readInteractions([
        event({ action_name: 'purchase' }),
        event({ event_attributes: {} }),
        event({ event_attributes: { btr: '' } }),
        event({ action_name: undefined }),
      ]),
    ).toEqual([]);
  });

  it('takes anything that is sent without failing, and bounds what it keeps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.anything(), fc.constant(event({ query_id: 'x'.repeat(10_000) })))),
        (items) => {
          for (const { list } of readInteractions(items))
            expect(list.length).toBeLessThanOrEqual(4 * 200 + 3);
        },
      ),
      { verbose: true },
    );
  });
});
