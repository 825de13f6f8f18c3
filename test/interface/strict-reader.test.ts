import { describe, expect, it } from 'vitest';
import {
  anything,
  arrayOf,
  boolean,
  double,
  findViolations,
  int32,
  int64,
  mapOf,
  nullable,
  object,
  oneOf,
  type Shape,
  string,
} from './strict-reader.ts';

describe('a strict client', () => {
  it.each<[string, Shape, unknown]>([
    ['a string', string, ''],
    ['a boolean', boolean, false],
    ['a double', double, 0.5],
    ['the largest int32', int32, 2147483647],
    ['the smallest int32', int32, -2147483648],
    ['an int64 beyond 32 bits', int64, 2 ** 40],
    ['null where it is allowed', nullable(string), null],
    ['an empty array', arrayOf(int32), []],
    ['a map of lists', mapOf(arrayOf(string)), { a: ['b'] }],
    ['an object without its optional field', object({ a: int32 }, { b: string }), { a: 1 }],
    ['an object with its optional field', object({ a: int32 }, { b: string }), { a: 1, b: '' }],
    ['any value', anything, { deep: [null] }],
  ])('accepts %s', (_, shape, value) => {
    expect(findViolations(shape, value)).toEqual([]);
  });

  it.each<[string, Shape, unknown, string]>([
    ['a number for a string', string, 1, '$: expected a string, got 1'],
    ['null for a string', string, null, '$: expected a string, got null'],
    ['a fraction for an int32', int32, 1.5, '$: expected an int32, got 1.5'],
    ['an int32 that overflows', int32, 2147483648, '$: expected an int32, got 2147483648'],
    ['an int64 that loses digits', int64, 2 ** 60, '$: expected an int64, got 1152921504606847000'],
    ['a string for a number', double, '1', '$: expected a finite number, got "1"'],
    [
      'another spelling of an enumeration',
      oneOf('asc', 'desc'),
      'Asc',
      '$: expected one of asc, desc, got "Asc"',
    ],
    ['an object for an array', arrayOf(string), {}, '$: expected an array, got {}'],
    ['an array for an object', object({}), [], '$: expected an object, got []'],
    ['a wrong item, by its place', arrayOf(int32), [1, 'x'], '$[1]: expected an int32, got "x"'],
    ['a field that is missing', object({ a: nullable(string) }), {}, '$.a: is missing'],
    ['a field that nobody declared', object({}), { extra: 1 }, '$.extra: is not a field of the interface'],
  ])('refuses %s', (_, shape, value, violation) => {
    expect(findViolations(shape, value)).toEqual([violation]);
  });
});
