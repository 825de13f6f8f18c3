import { describe, expect, it } from 'vitest';
import { fillIn } from './text.ts';

describe('fillIn', () => {
  it('puts values in their places, numbers in the way of the language', () => {
    expect(fillIn('{name} has {count}', { name: 'Box', count: 12500 }, 'en')).toBe('Box has 12,500');
    expect(fillIn('{count}', { count: 12500 }, 'de')).toBe('12.500');
  });

  it('chooses the word for one or for many', () => {
    const message = '{count} {count|result|results}';
    expect([0, 1, 2].map((count) => fillIn(message, { count }, 'en'))).toEqual([
      '0 results',
      '1 result',
      '2 results',
    ]);
  });

  it('leaves a place without a value as it is, and never reads a value as a message', () => {
    expect(fillIn('{a} {b}', { a: '{b}' }, 'en')).toBe('{b} {b}');
  });
});
