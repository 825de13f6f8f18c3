import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutSections, readSections, type SectionArray, sectionsFromArrays } from './sections.ts';

const toFile = (parts: Iterable<Uint8Array>): Buffer<ArrayBuffer> => {
  const joined = Buffer.concat([...parts]);
  return Buffer.from(joined.buffer.slice(joined.byteOffset, joined.byteOffset + joined.length));
};

const arrays = {
  bytes: Uint8Array.of(1, 2, 3),
  counts: Uint32Array.of(7, 2 ** 32 - 1),
  places: Int32Array.of(-1, 5),
  scores: Float32Array.of(0.5, -2),
  prices: Float64Array.of(1.25, NaN, -0),
  empty: new Uint32Array(0),
};
const types = {
  bytes: 'u8',
  counts: 'u32',
  places: 'i32',
  scores: 'f32',
  prices: 'f64',
  empty: 'u32',
} as const;

describe('arrays in a file', () => {
  it('come back with their types and values', () => {
    const { sections, parts } = layOutSections(arrays);
    const read = readSections(toFile(parts), sections);
    for (const [name, type] of Object.entries(types)) {
      expect(read.get(name, type), name).toEqual(arrays[name as keyof typeof arrays]);
      expect(read.has(name)).toBe(true);
    }
    expect(read.has('other')).toBe(false);
  });

  it('start at multiples of 16 bytes, so that they are used without a copy', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }), (lengths) => {
        const some = Object.fromEntries(
          lengths.map((length, index) => [`a${index}`, new Uint8Array(length)]),
        );
        const { sections, parts } = layOutSections(some);
        expect(sections.every(({ offset }) => offset % 16 === 0)).toBe(true);
        expect(sections.map(({ length }) => length)).toEqual(lengths);
        expect(toFile(parts).length % 16).toBe(0);
      }),
    );
  });

  it('may be read when they are written', () => {
    const bytes = [Uint8Array.of(1, 0, 0, 0), Uint8Array.of(2, 0, 0, 0, 3, 0, 0, 0)];
    const { sections, parts } = layOutSections({
      whole: { type: 'u32', length: 3, bytes },
      next: Uint8Array.of(9),
    });
    const read = readSections(toFile(parts), sections);
    expect(read.get('whole', 'u32')).toEqual(Uint32Array.of(1, 2, 3));
    expect(read.get('next', 'u8')).toEqual(Uint8Array.of(9));
  });

  it.each<[string, (arrays: Record<string, SectionArray>) => { get: (name: string, type: 'u8') => unknown }]>(
    [
      [
        'a file',
        (some) => {
          const { sections, parts } = layOutSections(some);
          return readSections(toFile(parts), sections);
        },
      ],
      ['arrays in memory', sectionsFromArrays],
    ],
  )('are refused by name when %s has none of the name or type', (_, open) => {
    const read = open({ counts: Uint32Array.of(1) });
    expect(() => read.get('counts', 'u8')).toThrow('no section counts of type u8');
    expect(() => read.get('nothing', 'u8')).toThrow('no section nothing of type u8');
  });
});
