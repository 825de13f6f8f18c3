import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { readParameters } from './parameters.ts';
import { parseQuery } from '../call/query.ts';

const schema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  explain: Type.Optional(Type.Boolean()),
});

const refusalOf = (text: string): string => {
  try {
    readParameters(schema, parseQuery(text));
  } catch (error) {
    if (error instanceof Fault) return `${error.message} ${error.nextStep ?? ''}`;
    throw error;
  }
  return 'none';
};

describe('readParameters', () => {
  it('reads texts, whole numbers and switches, and leaves out what is absent', () => {
    const read = (text: string) => readParameters(schema, parseQuery(text));
    expect(read('name=a')).toEqual({ name: 'a' });
    expect(read('NAME=a&top=7&Explain=TRUE&other=1')).toEqual({ name: 'a', top: 7, explain: true });
    expect(read('name=a&explain=False')).toEqual({ name: 'a', explain: false });
    expect(read('name=a&explain=&top=+')).toEqual({ name: 'a' });
  });

  it.each([
    ['', 'name: is missing. Allowed: 1 to 5 characters.'],
    ['name=', 'name: is empty. Allowed: 1 to 5 characters.'],
    ['name=abcdef', 'name: has 6 characters. Allowed: 1 to 5 characters.'],
    ['name=a&top=0', 'top: 0 is too small. Allowed: a whole number from 1 to 100.'],
    ['name=a&top=101', 'top: 101 is too large. Allowed: a whole number from 1 to 100.'],
    [
      'name=&top=0&explain=1',
      'name: is empty. Allowed: 1 to 5 characters. top: 0 is too small. Allowed: a whole number from 1 to 100. explain: "1" is neither true nor false. Allowed: true or false. ',
    ],
    ['name=a&top=1.5', 'top: "1.5" is not a whole number. Allowed: a whole number from 1 to 100.'],
    ['name=a&explain=1', 'explain: "1" is neither true nor false. Allowed: true or false.'],
  ])('refuses %j', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });

  it.each<[string, object, string]>([
    ['a code', {}, 'code: "x1" is not of the right form. Allowed: a text that matches ^\\d{2}$.'],
    [
      'a code with a description',
      { description: 'Two digits.' },
      'code: "x1" is not of the right form. Allowed: Two digits.',
    ],
  ])('checks the pattern of %s, and names the parameter', (_, more, message) => {
    const withPattern = Type.Object({
      code: Type.Optional(Type.String({ maxLength: 9, pattern: '^\\d{2}$', ...more })),
    });
    const read = (text: string) => readParameters(withPattern, parseQuery(text));
    expect([read('code=42'), read('code='), read('')]).toEqual([{ code: '42' }, {}, {}]);
    expect(() => read('code=x1')).toThrow(
      expect.objectContaining({
        code: 'bad-input',
        message: message.slice(0, message.indexOf(' Allowed')),
        nextStep: message.slice(message.indexOf('Allowed')),
      }),
    );
  });

  it('counts characters as people do, not UTF-16 units', () => {
    expect(refusalOf('name=😀😀😀😀😀')).toBe('none');
    expect(refusalOf('name=😀😀😀😀😀😀')).toContain('has 6 characters');
  });

  it('applies a normalizer before the length is checked', () => {
    const trim = { name: (text: string) => text.trim() };
    expect(readParameters(schema, parseQuery('name=++abcde++'), trim)).toEqual({ name: 'abcde' });
  });

  it('repeats at most sixty characters of what was given', () => {
    expect(refusalOf(`name=a&top=${'x'.repeat(500)}`).length).toBeLessThan(200);
  });

  it('accepts exactly the whole numbers in range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (value) => {
        expect(refusalOf(`name=a&top=${value}`) === 'none').toBe(value >= 1 && value <= 100);
      }),
    );
  });
});
