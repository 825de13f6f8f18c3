import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import { toBytes, toSigns, tryForms } from './small-vectors.ts';

const normalized = (values: readonly number[]): Float32Array =>
  Float32Array.from(values, (value) => value / Math.hypot(...values));

/** Pictures of eight kinds: each is its kind with noise. */
const createPictures = (count: number, size: number, noise: number) => {
  const random = createRandom(4);
  const draw = (): number[] => Array.from({ length: size }, () => random() - 0.5);
  const kinds = Array.from({ length: 8 }, draw);
  return {
    items: Array.from({ length: count }, (_, at) => ({ family: `f${at}`, label: `kind ${at % 8}` })),
    vectors: Array.from({ length: count }, (_, at) =>
      normalized(draw().map((value, place) => noise * value + (kinds[at % 8]?.[place] ?? 0))),
    ),
  };
};

describe('smaller vectors', () => {
  const { items, vectors } = createPictures(300, 272, 0.6);
  const forms = tryForms(items, vectors);
  const find = (name: string) => forms.find((form) => form.name === name);

  it('are six forms, each with its size', () => {
    expect(forms.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['272 numbers, 32 bits', 1088],
      ['272 numbers, 8 bits', 272],
      ['272 numbers, 1 bit', 34],
      ['256 numbers, 32 bits', 1024],
      ['256 numbers, 8 bits', 256],
      ['256 numbers, 1 bit', 32],
    ]);
  });

  it('lose nothing against themselves, hardly anything with 8 bits, and more with 1 bit', () => {
    expect(find('272 numbers, 32 bits')?.same.mean).toBe(1);
    expect(find('272 numbers, 8 bits')?.same.mean).toBeGreaterThan(0.95);
    expect(find('272 numbers, 1 bit')?.same.mean).toBeLessThan(find('272 numbers, 8 bits')?.same.mean ?? 0);
    expect(find('256 numbers, 32 bits')?.same.mean).toBeGreaterThan(0.95);
  });

  it('still find the kind', () => {
    for (const { precision } of forms) expect(precision?.mean).toBeGreaterThan(0.8);
  });

  it('of pictures without labels have no precision', () => {
    const unlabelled = items.map(({ family }) => ({ family, label: null }));
    expect(tryForms(unlabelled, vectors).every(({ precision }) => precision === null)).toBe(true);
  });

  it('of few pictures have no more numbers than differences', () => {
    const few = createPictures(30, 272, 0.6);
    const names = tryForms(few.items, few.vectors).map(({ name }) => name);
    expect(names.at(-1)).toBe('29 numbers, 1 bit');
  });

  it('of vectors that are short already keep their numbers', () => {
    const short = createPictures(40, 16, 0.3);
    const names = tryForms(short.items, short.vectors).map(({ name }) => name);
    expect(names).toContain('16 numbers, 1 bit');
    expect(names.some((name) => name.startsWith('256'))).toBe(false);
  });
});

describe('coding', () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });

  it('by 8 bits keeps whole numbers whose largest is 127', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const coded = toBytes(Float32Array.from(values));
        const largest = Math.max(...coded.map(Math.abs));
        expect(coded.every((value) => Number.isInteger(value) || largest < 1)).toBe(true);
        expect(largest === 127 || values.every((value) => Math.fround(value) === 0)).toBe(true);
      }),
    );
  });

  it('by 1 bit keeps the sign', () => {
    expect([...toSigns(Float32Array.of(0.5, -0.1, 0, -2))]).toEqual([1, -1, 1, -1]);
  });
});
