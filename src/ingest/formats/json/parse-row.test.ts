import { describe, expect, it } from 'vitest';
import { formatLimits } from '../feed.ts';
import { parseRow } from './ndjson.ts';

const parse = (text: string) => parseRow(7, Buffer.from(text));

describe('parseRow', () => {
  it('gives the row with its line, without a prototype', () => {
    const item = parse('{"id":"a","price":{"value":5},"__proto__":{"polluted":true}}');
    expect(item).toMatchObject({ kind: 'row', line: 7 });
    const row = item.kind === 'row' ? item.row : {};
    expect(Object.getPrototypeOf(row)).toBeNull();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect([row['id'], row['price']]).toEqual(['a', { value: 5 }]);
  });

  it.each(['[]', '[1]', '"text"', '1', 'null', 'true'])('refuses %s: it is no object', (text) => {
    expect(parse(text)).toEqual({ kind: 'fault', line: 7, reason: 'The row is not an object.' });
  });

  it.each(['{', '{"a":}', "{'a':1}", '', 'a,b', '{"a":1}}'])('says that %j is not JSON', (text) => {
    const item = parse(text);
    expect(item).toMatchObject({ kind: 'fault', line: 7 });
    const reason = item.kind === 'fault' ? item.reason : '';
    expect(reason).toMatch(/^The row is not JSON: .+\.$/);
    expect(reason).not.toMatch(/line \d+ column \d+/);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseRow(3, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({
      kind: 'fault',
      line: 3,
      reason: 'The row is not UTF-8 text.',
    });
  });

  it('allows the greatest depth, and not one level more', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(parse(nested(formatLimits.depth)).kind).toBe('row');
    expect(parse(nested(formatLimits.depth + 1))).toMatchObject({
      reason: `The row is nested more than ${formatLimits.depth} levels deep.`,
    });
    const lists = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parse(lists(formatLimits.depth)).kind).toBe('fault');
  });

  it('counts the fields of all objects, and not the items of lists', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',');
    expect(parse(`{${fields(formatLimits.columns)}}`).kind).toBe('row');
    expect(parse(`{${fields(formatLimits.columns + 1)}}`)).toMatchObject({
      reason: `The row has more than ${formatLimits.columns} fields.`,
    });
    const half = Math.ceil(formatLimits.columns / 2);
    expect(parse(`{"x":{${fields(half)}},"y":{${fields(half)}}}`).kind).toBe('fault');
    expect(
      parse(`{"list":[${Array.from({ length: formatLimits.columns + 5 }, () => '1').join(',')}]}`).kind,
    ).toBe('row');
  });
});
