import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLimits } from './openapi.ts';
import { readEventsBody } from './routes.ts';

const [a, b] = [{ client_id: 'a' }, { client_id: 'b' }];

describe('readEventsBody', () => {
  it.each<[string, unknown[]]>([
    [JSON.stringify(a), [a]],
    [JSON.stringify([a, b]), [a, b]],
    [JSON.stringify({ queries: [a], events: [b] }), [a, b]],
    [JSON.stringify({ events: [b] }), [b]],
    [JSON.stringify({ queries: 'x' }), [{ queries: 'x' }]],
    [`${JSON.stringify(a)}\n${JSON.stringify(b)}\n\n`, [a, b]],
    [`${JSON.stringify(a)}\r\n${JSON.stringify(b)}`, [a, b]],
    ['7', [7]],
    ['null', [null]],
  ])('reads %j', (text, expected) => {
    expect(readEventsBody(text)).toEqual(expected);
  });

  it.each(['', ' ', '{', 'hello', '{}\n{', '[]', '{"queries":[],"events":[]}'])('refuses %j', (text) => {
    expect(() => readEventsBody(text)).toThrow(/^The body (is no JSON|holds 0 events)\.$/);
  });

  it('takes as many as the limit, and no more', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => a));
    expect(readEventsBody(list(eventLimits.items))).toHaveLength(eventLimits.items);
    expect(() => readEventsBody(list(eventLimits.items + 1))).toThrow('holds 1001 events');
  });

  it('gives back any list of values, as an array and line by line', () => {
    const values = fc.array(fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(values, (items) => {
        const parsed = JSON.parse(JSON.stringify(items)) as unknown[];
        expect(readEventsBody(JSON.stringify(items))).toEqual(parsed);
        expect(readEventsBody(items.map((item) => JSON.stringify(item)).join('\n'))).toEqual(parsed);
      }),
    );
  });
});
