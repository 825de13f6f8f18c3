import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesField,
  encodeMessage,
  floatField,
  intField,
  intsField,
  messageField,
  textField,
} from './protobuf.ts';

/** Reads a varint as the format defines it: seven bits in each byte, the lowest first. */
const readVarint = (bytes: Uint8Array, start: number): { value: number; next: number } => {
  let [value, factor, at] = [0, 1, start];
  for (;;) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * factor;
    factor *= 128;
    at += 1;
    if (byte < 128) return { value, next: at };
  }
};

describe('fields', () => {
  it.each([
    [1, 0, [0x08, 0x00]],
    [1, 1, [0x08, 0x01]],
    [1, 127, [0x08, 0x7f]],
    [1, 128, [0x08, 0x80, 0x01]],
    [1, 300, [0x08, 0xac, 0x02]],
    [16, 1, [0x80, 0x01, 0x01]],
  ])('number %i with the integer %i is %j', (number, value, expected) => {
    expect([...intField(number, value)]).toEqual(expected);
  });

  it('hold any integer that is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.maxSafeNat(), (number, value) => {
        const bytes = intField(number, value);
        const tag = readVarint(bytes, 0);
        expect(tag.value).toBe(number * 8);
        expect(readVarint(bytes, tag.next)).toEqual({ value, next: bytes.length });
      }),
    );
  });

  it.each([-1, 1.5, NaN, 2 ** 53])('refuse %d', (value) => {
    expect(() => intField(1, value)).toThrow(/not a non-negative integer/);
  });

  it('hold texts, bytes, lists, messages and floats with their length', () => {
    expect([...textField(2, 'ü')]).toEqual([0x12, 2, 0xc3, 0xbc]);
    expect([...bytesField(1, Uint8Array.of(9))]).toEqual([0x0a, 1, 9]);
    expect([...intsField(1, [1, 300])]).toEqual([0x0a, 3, 1, 0xac, 0x02]);
    expect([...messageField(1, [intField(1, 5)])]).toEqual([0x0a, 2, 0x08, 5]);
    expect([...floatField(1, 1)]).toEqual([0x0d, 0, 0, 0x80, 0x3f]);
    expect([...encodeMessage([intField(1, 1), intField(2, 2)])]).toEqual([0x08, 1, 0x10, 2]);
    expect(encodeMessage([])).toHaveLength(0);
  });
});
