import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from './database.ts';
import { rememberRows } from './rows.ts';

const open = (atMost?: number) => {
  const read: Row[] = [];
  const remember = rememberRows(
    (row) => {
      read.push(row);
      return { name: String(row['name']) };
    },
    'id',
    atMost,
  );
  return { read, remember };
};

describe('rows that were read before', () => {
  it('are not read again while they stay the same', () => {
    const { read, remember } = open();
    const first = remember({ id: 1, name: 'a', settings: '{}' });
    expect(remember({ id: 1, name: 'a', settings: '{}' })).toBe(first);
    expect(read).toHaveLength(1);
  });

  it.each<[string, Row]>([
    ['a column differs', { id: 1, name: 'b', settings: '{}' }],
    ['a column is null', { id: 1, name: 'a', settings: null }],
    ['a column is missing', { id: 1, name: 'a' }],
    ['there is one more column', { id: 1, name: 'a', settings: '{}', more: 1 }],
    ['a column has another name', { id: 1, name: 'a', other: '{}' }],
    ['it has another identifier', { id: 2, name: 'a', settings: '{}' }],
  ])('are read again when %s', (_, other) => {
    const { read, remember } = open();
    remember({ id: 1, name: 'a', settings: '{}' });
    remember(other);
    expect(read).toHaveLength(2);
  });

  it('are read again after they changed and changed back', () => {
    const { read, remember } = open();
    for (const name of ['a', 'b', 'a']) expect(remember({ id: 1, name })).toEqual({ name });
    expect(read).toHaveLength(3);
  });

  it('are forgotten beyond a number of rows', () => {
    const { read, remember } = open(2);
    for (const id of [1, 2, 3]) remember({ id, name: 'a' });
    remember({ id: 3, name: 'a' });
    expect(read).toHaveLength(3);
    remember({ id: 1, name: 'a' });
    expect(read).toHaveLength(4);
  });

  it('are not kept when reading fails', () => {
    let attempts = 0;
    const remember = rememberRows(() => {
      attempts += 1;
      throw new Error('corrupted');
    }, 'id');
    for (let round = 0; round < 2; round += 1) expect(() => remember({ id: 1 })).toThrow('corrupted');
    expect(attempts).toBe(2);
  });

  it('always have the value that reading them gives', () => {
    const row = fc.record({ id: fc.integer({ min: 1, max: 3 }), name: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const { remember } = open(2);
        for (const each of rows) expect(remember(each)).toEqual({ name: each.name });
      }),
      { verbose: true },
    );
  });
});
