import { describe, expect, it } from 'vitest';
import { inspectColumns, readLog } from './read-log.ts';
import { type LogItem, type LogRow, readInstant } from './event.ts';

const read = async (objects: readonly Record<string, unknown>[], options = {}): Promise<LogItem[]> => {
  const rows = objects.map((row, index): LogRow => ({ kind: 'row', line: index + 1, row }));
  const items: LogItem[] = [];
  for await (const item of readLog(toStream(rows), options)) items.push(item);
  return items;
};

async function* toStream(rows: readonly LogRow[]): AsyncGenerator<LogRow> {
  yield* rows;
}

const at = Date.parse('2024-12-10T00:50:26.457Z');
const product = (id: string, field = 'sku') => ({ object: { object_id: id, object_id_field: field } });

describe('UBI', () => {
  const query = { client_id: 'c1', query_id: 'q1', user_query: 'ps4', timestamp: '2024-12-10T00:50:26.457Z' };

  it('reads queries and events in bulk form, skipping index lines and impressions', async () => {
    const items = await read([
      { index: { _index: 'ubi_queries', _id: '1' } },
      query,
      { index: { _index: 'ubi_events', _id: '2' } },
      { ...query, action_name: 'impression', event_attributes: product('p1') },
      { ...query, action_name: 'click', event_attributes: product('p1') },
      {
        client_id: 'c1',
        query_id: 'q1',
        action_name: 'add_to_cart',
        timestamp: at,
        event_attributes: product('p1'),
      },
      { ...query, action_name: 'purchase', event_attributes: product('p2') },
    ]);
    const common = { shopper: 'c1', at, queryId: 'q1' };
    expect(items.map((item) => (item.kind === 'event' ? item.event : item))).toEqual([
      { kind: 'search', ...common, query: 'ps4' },
      { kind: 'click', ...common, query: 'ps4', product: 'p1' },
      { kind: 'cart', ...common, product: 'p1' },
      { kind: 'order', ...common, query: 'ps4', product: 'p2' },
    ]);
    expect(items.map((item) => item.line)).toEqual([2, 5, 6, 7]);
  });

  it('ignores a click on a filter', async () =>
    expect(
      await read([{ ...query, action_name: 'click', event_attributes: product('x', 'filter_data') }]),
    ).toEqual([]));

  it('names a field that is too long', async () =>
    expect(
      await read([
        { ...query, user_query: 'x'.repeat(201) },
        { ...query, action_name: 'click', event_attributes: product('p'.repeat(201)) },
      ]),
    ).toMatchObject([
      { reason: 'UBI search: user_query is longer than 200 characters' },
      { reason: 'UBI click: event_attributes.object.object_id is longer than 200 characters' },
    ]));

  it('reports a query without text or shopper with its line', async () =>
    expect(await read([query, { ...query, user_query: ' ' }, { ...query, client_id: null }])).toMatchObject([
      { kind: 'event' },
      { kind: 'fault', line: 2, reason: 'UBI search: user_query is missing or not usable' },
      { kind: 'fault', line: 3, reason: 'UBI search: client_id is missing or not usable' },
    ]));
});

describe('a table of searches', () => {
  it('is recognised by its column names: a row is a search, and a click where it has a product', async () => {
    const row = {
      user: 'u',
      sku: '9',
      query: 'Halo 3',
      click_time: '2011-09-14 12:46:28.66',
      query_time: '2011-09-14 12:45:07.064',
    };
    expect(
      (await read([row, { ...row, sku: '' }])).map((item) => item.kind === 'event' && item.event),
    ).toEqual([
      { kind: 'search', shopper: 'u', at: Date.UTC(2011, 8, 14, 12, 45, 7, 64), query: 'Halo 3' },
      {
        kind: 'click',
        shopper: 'u',
        at: Date.UTC(2011, 8, 14, 12, 46, 28, 660),
        query: 'Halo 3',
        product: '9',
      },
      { kind: 'search', shopper: 'u', at: Date.UTC(2011, 8, 14, 12, 45, 7, 64), query: 'Halo 3' },
    ]);
  });

  it('reports rows that cannot be used, with line and reason', async () =>
    expect(
      await read([
        { user: 'u', time: 'yesterday', query: 'a' },
        { user: '', time: at, query: 'a' },
      ]),
    ).toEqual([
      { kind: 'fault', line: 1, reason: '"time" is no time: "yesterday"' },
      { kind: 'fault', line: 2, reason: '"user" is empty' },
    ]));

  it('accepts named columns and refuses names that do not exist', () => {
    expect(
      inspectColumns(['who', 'when', 'what'], { shopper: 'who', at: 'when', query: 'what' }),
    ).toMatchObject({ kind: 'searches' });
    expect(() => inspectColumns(['who'], { shopper: 'user' })).toThrow('There is no column "user".');
    expect(() => inspectColumns(['who', 'what'])).toThrow('Neither searches');
  });
});

describe('a table of keywords and counts', () => {
  it('reads grouped thousands and reports values that are no counts', async () =>
    expect(
      await read([
        { Keyword: 'sofa', Searches: '1,234' },
        { Keyword: 'bed', Searches: '7' },
        { Keyword: 'rug', Searches: 'many' },
      ]),
    ).toEqual([
      { kind: 'count', line: 1, count: { keyword: 'sofa', count: 1234 } },
      { kind: 'count', line: 2, count: { keyword: 'bed', count: 7 } },
      { kind: 'fault', line: 3, reason: '"Searches" is no count: "many"' },
    ]));
});

it('readInstant reads ISO, times without zone as UTC, seconds and milliseconds, and nothing else', () => {
  const noon = Date.UTC(2024, 0, 2, 12);
  for (const spelling of [
    '2024-01-02T12:00:00Z',
    '2024-01-02 12:00',
    '2024-01-02T14:00:00+02:00',
    noon,
    noon / 1000,
    String(noon / 1000),
  ])
    expect(readInstant(spelling)).toBe(noon);
  for (const other of ['', 'noon', '02/01/2024', null, -1, Number.NaN]) expect(readInstant(other)).toBeNull();
});
