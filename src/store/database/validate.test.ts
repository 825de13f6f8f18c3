import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parseJsonColumn, validate } from './rows.ts';

const schema = Type.Object({ name: Type.String({ minLength: 1 }), rank: Type.Integer() });

describe('validation of stored values', () => {
  it('returns the value itself when it matches', () => {
    const value = { name: 'similar', rank: 1 };
    expect(validate(schema, 'box similar', value, 'bad-input')).toBe(value);
  });

  it.each([
    ['a wrong property', { name: 'similar', rank: 'first' }, ' at /rank: must be integer'],
    ['a missing property', { rank: 1 }, ': must have required properties name'],
    ['another type', 'similar', ': must be object'],
  ])('names the object, the place and the reason of %s', (_, value, problem) => {
    const message = `The settings of box similar are not valid${problem}.`;
    expect(() => validate(schema, 'box similar', value, 'bad-input')).toThrow(
      expect.objectContaining({ code: 'bad-input', message }),
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
