import type { SectionArray, Sections } from './sections.ts';

/** Many strings in two arrays; each is decoded when it is asked for. */
export type StringTable = {
  readonly size: number;
  at(index: number): string;
  /** The UTF-8 of one entry, where it lies. */
  bytesAt(index: number): Uint8Array;
  /** First index whose string is not below `text`. The table must be sorted by code units. */
  lowerBound(text: string): number;
  /** Index of `text`, or -1. The table must be sorted. */
  find(text: string): number;
};

const encoder = new TextEncoder();

export const packBytes = (prefix: string, entries: readonly Uint8Array[]): Record<string, SectionArray> => {
  const offsets = new Uint32Array(entries.length + 1);
  entries.forEach((entry, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + entry.length;
  });
  const bytes = new Uint8Array(offsets[entries.length] ?? 0);
  entries.forEach((entry, index) => bytes.set(entry, offsets[index]));
  return { [`${prefix}.offsets`]: offsets, [`${prefix}.bytes`]: bytes };
};

export const packStrings = (prefix: string, strings: readonly string[]): Record<string, SectionArray> =>
  packBytes(
    prefix,
    strings.map((text) => encoder.encode(text)),
  );

export const readStrings = (sections: Sections, prefix: string): StringTable => {
  const offsets = sections.get(`${prefix}.offsets`, 'u32');
  const bytes = sections.get(`${prefix}.bytes`, 'u8');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = offsets.length - 1;
  const at = (index: number) => buffer.toString('utf8', offsets[index], offsets[index + 1]);
  const lowerBound = (text: string): number => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    size,
    at,
    bytesAt: (index) => bytes.subarray(offsets[index], offsets[index + 1]),
    lowerBound,
    find: (text) => {
      const index = lowerBound(text);
      return index < size && at(index) === text ? index : -1;
    },
  };
};
