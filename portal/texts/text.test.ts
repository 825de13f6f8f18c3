import { describe, expect, it } from 'vitest';
import { fillIn } from './text.ts';

describe('fillIn', () => {
  it('fills in values, and formats numbers by language', () => {
    expect(fillIn('{name} has {count}', { name: 'Box', count: 12500 }, 'en')).toBe('Box has 12,500');
    expect(fillIn('{count}', { count: 12500 }, 'de')).toBe('12.500');
  });

  it('chooses singular or plural', () => {
    const message = '{count} {count|result|results}';
    expect([0, 1, 2].map((count) => fillIn(message, { count }, 'en'))).toEqual([
      '0 results',
      '1 result',
      '2 results',
    ]);
  });

  it('leaves a placeholder without a value, and never expands placeholders inside values', () => {
    expect(fillIn('{a} {b}', { a: '{b}' }, 'en')).toBe('{b} {b}');
  });
});
