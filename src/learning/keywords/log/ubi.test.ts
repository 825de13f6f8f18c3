import { describe, expect, it } from 'vitest';
import { parseEvents } from '../event-log/parse-events.ts';
import { inspectColumns, readCountRow, readSearchRow } from './read-log.ts';
import { maximumTextLength } from './event.ts';
import { readUbiRow } from './ubi.ts';

const at = Date.parse('2026-01-10T12:00:00Z');
const base = { client_id: 'c1', timestamp: '2026-01-10T12:00:00Z' };
const object = (id: unknown, field = 'product_id') => ({
  event_attributes: { object: { object_id: id, object_id_field: field } },
});

describe('readUbiRow', () => {
  const events = (row: Record<string, unknown>) =>
    readUbiRow(4, row).map((item) => (item.kind === 'event' ? item.event : item));

  it('reads a query and a search action', () => {
    expect(events({ ...base, user_query: ' red shoes ', query_id: 'q1' })).toEqual([
      { kind: 'search', shopper: 'c1', at, query: 'red shoes', queryId: 'q1' },
    ]);
    expect(events({ ...base, action_name: 'on_search', message: 'lamp' })).toMatchObject([{ query: 'lamp' }]);
    expect(events({ ...base, action_name: 'search', user_query: 'a', message: 'b' })).toMatchObject([
      { query: 'a' },
    ]);
  });

  it.each([
    ['click', 'click'],
    ['item_click', 'click'],
    ['product_click', 'click'],
    ['add_to_cart', 'cart'],
    ['purchase', 'order'],
  ])('reads %s as %s', (action, kind) => {
    expect(events({ ...base, action_name: action, ...object('p1') })).toEqual([
      { kind, shopper: 'c1', at, product: 'p1' },
    ]);
  });

  it('takes the session where there is no client, and numbers as text', () => {
    const row = { session_id: 77, timestamp: base.timestamp, action_name: 'click', ...object(12) };
    expect(events(row)).toMatchObject([{ shopper: '77', product: '12' }]);
  });

  it.each([
    ['a line of a bulk file', { index: { _index: 'ubi_queries' } }],
    ['an impression', { ...base, action_name: 'impression', ...object('p1') }],
    ['a click on a filter', { ...base, action_name: 'click', ...object('red', 'filter_data') }],
    ['a click on nothing', { ...base, action_name: 'click' }],
    ['a click on a blank', { ...base, action_name: 'click', ...object('  ') }],
    ['a list as attributes', { ...base, action_name: 'click', event_attributes: [] }],
  ])('ignores %s', (_, row) => {
    expect(readUbiRow(1, row)).toEqual([]);
  });

  it('reads a click on a suggestion as two searches, the second a moment later', () => {
    const row = { ...base, user_query: 'shoes', query_id: 'q1' };
    const expected = [
      { kind: 'search', shopper: 'c1', at, query: 'shoes', queryId: 'q1' },
      { kind: 'search', shopper: 'c1', at: at + 1, query: 'running shoes' },
    ];
    expect(events({ ...row, action_name: 'suggestion_click', ...object('running shoes') })).toEqual(expected);
    expect(events({ ...row, action_name: 'click', ...object('running shoes', 'suggestion') })).toEqual(
      expected,
    );
    const { user_query: _, ...without } = row;
    expect(events({ ...without, action_name: 'suggestion_click', ...object('x') })).toHaveLength(1);
  });

  it.each([
    [{ timestamp: base.timestamp, user_query: 'a' }, 'UBI search: client_id is missing or not usable'],
    [{ client_id: 'c', user_query: 'a' }, 'UBI search: timestamp is missing or not usable'],
    [
      { client_id: 'c', timestamp: 'soon', user_query: 'a' },
      'UBI search: timestamp is missing or not usable',
    ],
    [base, 'UBI search: user_query is missing or not usable'],
    [
      { ...base, user_query: 'x'.repeat(maximumTextLength + 1) },
      `UBI search: user_query is longer than ${maximumTextLength} characters`,
    ],
    [
      { ...base, action_name: 'suggestion_click' },
      'UBI suggestion click: event_attributes.object.object_id is missing',
    ],
  ])('says what is wrong with %j', (row, reason) => {
    expect(readUbiRow(9, row)).toEqual([{ kind: 'fault', line: 9, reason }]);
  });
});

describe('parseEvents', () => {
  it('accepts, ignores and refuses by position', () => {
    const { events, ignored, refused } = parseEvents(
      [
        { client_id: 'c', user_query: 'lamp', query_id: 'q1' },
        'text',
        [],
        null,
        { client_id: 'c', action_name: 'hover' },
        { user_query: 'nobody' },
        { client_id: 'c', user_query: 'mail me at a@b.example' },
      ],
      at,
    );
    expect(events).toEqual([
      { id: 'query q1', event: { kind: 'search', shopper: 'c', at, query: 'lamp', queryId: 'q1' } },
    ]);
    expect(ignored).toBe(2);
    expect(refused).toEqual([
      { index: 1, reason: 'not a JSON object' },
      { index: 2, reason: 'not a JSON object' },
      { index: 3, reason: 'not a JSON object' },
      { index: 5, reason: 'UBI search: client_id is missing or not usable' },
    ]);
  });

  it.each([
    [{ event_id: 'e1' }, 'event e1'],
    [{ eventId: 'e2' }, 'event e2'],
    [{ id: 'e3' }, 'event e3'],
    [{ event_id: '', id: 'e4' }, 'event e4'],
    [{ query_id: 'q' }, 'query q'],
    [{ query_id: 'q', action_name: 'search' }, null],
    [{}, null],
  ])('recognises a repetition of %j by %j', (fields, id) => {
    expect(parseEvents([{ client_id: 'c', user_query: 'a', ...fields }], at).events[0]?.id).toBe(id);
  });

  it('gives both parts of a click on a suggestion an id', () => {
    const click = {
      client_id: 'c',
      user_query: 'a',
      event_id: 'e',
      action_name: 'suggestion_click',
      ...object('b'),
    };
    expect(parseEvents([click], at).events.map(({ id }) => id)).toEqual(['event e', 'event e 1']);
  });
});

describe('inspectColumns', () => {
  it.each<[string[], unknown]>([
    [
      ['User ID', 'Query', 'Query_Time'],
      { shopper: 'User ID', query: 'Query', at: 'Query_Time', product: null, clickedAt: null },
    ],
    [
      ['session', 'time', 'q', 'asin', 'clickTime'],
      { shopper: 'session', at: 'time', query: 'q', product: 'asin', clickedAt: 'clickTime' },
    ],
    [
      ['sessionId', 'userId', 'date', 'timestamp', 'search term'],
      { shopper: 'userId', at: 'timestamp', query: 'search term', product: null, clickedAt: null },
    ],
  ])('finds the searches in %j', (names, columns) => {
    expect(inspectColumns(names)).toEqual({ kind: 'searches', columns });
  });

  it('finds the counts of an analytics export', () => {
    expect(inspectColumns(['Search term', 'Total unique searches', 'Exit rate'])).toEqual({
      kind: 'counts',
      columns: { keyword: 'Search term', count: 'Total unique searches' },
    });
  });

  it('takes the columns that were named', () => {
    expect(inspectColumns(['a', 'b', 'c'], { shopper: 'a', at: 'b', query: 'c' }).kind).toBe('searches');
    expect(inspectColumns(['query', 'n'], { count: 'n' })).toEqual({
      kind: 'counts',
      columns: { keyword: 'query', count: 'n' },
    });
  });

  it('says which columns there are', () => {
    expect(() => inspectColumns(['a', 'b'], { query: 'x' })).toThrow(
      expect.objectContaining({ message: 'There is no column "x".', nextStep: 'Choose among: a, b.' }),
    );
    expect(() => inspectColumns(['a', 'b'])).toThrow(
      'Neither searches (shopper, time, query) nor keyword counts: a, b.',
    );
  });
});

describe('rows of a table', () => {
  const columns = { shopper: 'u', at: 't', query: 'q', product: 'p', clickedAt: 'ct' };
  const row = { u: 'c1', t: '2026-01-10T12:00:00Z', q: ' lamp ' };

  it('are a search, and a click where there is a product', () => {
    expect(readSearchRow(2, row, columns)).toEqual([
      { kind: 'event', line: 2, event: { kind: 'search', shopper: 'c1', at, query: 'lamp' } },
    ]);
    const clicked = readSearchRow(2, { ...row, p: 5, ct: '2026-01-10T12:00:09Z' }, columns);
    expect(clicked[1]).toMatchObject({
      event: { kind: 'click', at: at + 9000, query: 'lamp', product: '5' },
    });
    expect(readSearchRow(2, { ...row, p: 'x', ct: 'soon' }, columns)[1]).toMatchObject({ event: { at } });
  });

  it.each([
    [{ ...row, t: 'soon' }, '"t" is no time: "soon"'],
    [{ ...row, t: undefined }, '"t" is no time: null'],
    [{ ...row, u: ' ' }, '"u" is empty'],
    [{ ...row, q: '' }, '"q" is empty'],
    [
      { ...row, q: 'x'.repeat(maximumTextLength + 1) },
      `a field is longer than ${maximumTextLength} characters`,
    ],
  ])('with a fault say %#', (faulty, reason) => {
    expect(readSearchRow(3, faulty, columns)).toEqual([{ kind: 'fault', line: 3, reason }]);
  });

  it.each([
    ['12', 12],
    [12, 12],
    ['1,234', 1234],
    ['1.234.567', 1_234_567],
    ["1'234", 1234],
    ['1 234', 1234],
    ['0', 0],
  ])('count %j as %d', (count, expected) => {
    expect(readCountRow(1, { k: 'lamp', n: count }, { keyword: 'k', count: 'n' })).toEqual([
      { kind: 'count', line: 1, count: { keyword: 'lamp', count: expected } },
    ]);
  });

  it.each([
    [{ k: '', n: '1' }, '"k" is empty or too long'],
    [{ k: 'a', n: '1.5' }, '"n" is no count: "1.5"'],
    [{ k: 'a', n: '-1' }, '"n" is no count: "-1"'],
    [{ k: 'a', n: '1,23' }, '"n" is no count: "1,23"'],
    [{ k: 'a' }, '"n" is no count: null'],
  ])('refuse %j', (row_, reason) => {
    expect(readCountRow(6, row_, { keyword: 'k', count: 'n' })).toEqual([{ kind: 'fault', line: 6, reason }]);
  });
});
