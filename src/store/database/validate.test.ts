import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parseJsonColumn, validate } from './validate.ts';

const schema = Type.Object({ name: Type.String({ minLength: 1 }), rank: Type.Integer() });

describe('validation of stored values', () => {
  it('returns the value itself when it matches', () => {
    const value = { name: 'similar', rank: 1 };
    expect(validate(schema, 'box similar', value, 'bad-input')).toBe(value);
  });

  it.each([
    ['a wrong property', { name: 'similar', rank: 'first' }, /box similar are not valid at \/rank/],
    ['a missing property', { rank: 1 }, /box similar are not valid/],
    ['another type', 'similar', /box similar are not valid/],
  ])('names the object and the place of %s', (_, value, message) => {
    expect(() => validate(schema, 'box similar', value, 'bad-input')).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) as unknown }),
    );
  });

  it('gives a next step for what was damaged, and none for wrong input', () => {
    const fault = (code: 'bad-input' | 'corrupted'): unknown => {
      try {
        return validate(schema, 'box similar', {}, code);
      } catch (error) {
        return (error as { nextStep?: string }).nextStep;
      }
    };
    expect(fault('corrupted')).toMatch(/backup/);
    expect(fault('bad-input')).toBeUndefined();
  });
});

describe('JSON in a column', () => {
  it('is an object', () => {
    expect(parseJsonColumn({ settings: '{"a":1}' }, 'settings')).toEqual({ a: 1 });
  });

  it.each([
    ['half of it', '{"a":', /does not hold JSON/],
    ['nothing', '', /does not hold JSON/],
    ['a number', '7', /does not hold an object/],
    ['null', 'null', /does not hold an object/],
  ])('is refused as corrupted when it is %s', (_, settings, message) => {
    expect(() => parseJsonColumn({ settings }, 'settings')).toThrow(
      expect.objectContaining({ code: 'corrupted', message: expect.stringMatching(message) as unknown }),
    );
  });
});
