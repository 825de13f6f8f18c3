import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './audit.ts';

const shuffleKeys = (value: unknown, random: () => number): unknown => {
  if (Array.isArray(value)) return value.map((inner) => shuffleKeys(inner, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffleKeys(inner, random)] as const);
  return Object.fromEntries(entries.sort(() => random() - 0.5));
};

describe('canonical JSON', () => {
  it('does not depend on the order of properties', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (value, stream) => {
          const random = (): number => Number(stream.next().value);
          expect(canonicalJson(shuffleKeys(value, random))).toBe(canonicalJson(value));
        },
      ),
      { verbose: true },
    );
  });

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { verbose: true },
    );
  });

  it('leaves out undefined properties, keeps the order of lists, and writes undefined as null', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: [3, 1, 2] })).toBe('{"b":1,"c":[3,1,2]}');
    expect(canonicalJson(undefined)).toBe('null');
    expect(canonicalJson([undefined, { z: null, y: 'ä' }])).toBe('[null,{"y":"ä","z":null}]');
  });
});
