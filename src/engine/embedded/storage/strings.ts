import type { SectionArray, Sections } from './sections.ts';

/** The first number from `low` on that is not below what is looked for; `high` when all are. */
export const firstNotBelow = (low: number, high: number, isBelow: (index: number) => boolean): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBelow(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Many strings in two arrays; each is decoded when it is read. */
export type StringTable = {
  readonly size: number;
  /** The underlying arrays; null where the strings do not come from one pair of arrays. */
  readonly packed: PackedStrings | null;
  at(index: number): string;
  /** The UTF-8 of one entry; not a copy where there are underlying arrays. */
  bytesAt(index: number): Uint8Array;
  /** First index whose string is not below `text`. The table must be sorted by code units. */
  lowerBound(text: string): number;
  /** Index of `text`, or -1. The table must be sorted. */
  find(text: string): number;
  /** The same in a table that is not sorted: looks at all of it. */
  indexOf(text: string): number;
};

/** Entry `n` is the UTF-8 from `offsets[n]` to `offsets[n + 1]`. */
type PackedStrings = { readonly offsets: Uint32Array; readonly bytes: Buffer };

/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const bytesPerUnit = 3;

/** Packs `count` strings into one buffer. `textAt` is called once for each, in order. */
export const packStringsBy = (
  prefix: string,
  count: number,
  textAt: (index: number) => string,
): Record<string, SectionArray> => {
  const offsets = new Uint32Array(count + 1);
  let buffer = Buffer.from(new ArrayBuffer(1 << 16));
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    const text = textAt(index);
    if (end + text.length * bytesPerUnit > buffer.length)
      buffer = growBuffer(buffer, text.length * bytesPerUnit);
    end += buffer.write(text, end);
    offsets[index + 1] = end;
  }
  return { [`${prefix}.offsets`]: offsets, [`${prefix}.bytes`]: new Uint8Array(buffer.subarray(0, end)) };
};

const growBuffer = (buffer: Buffer, more: number): Buffer<ArrayBuffer> => {
  const wider = Buffer.from(new ArrayBuffer(buffer.length * 2 + more));
  buffer.copy(wider);
  return wider;
};

export const packStrings = (prefix: string, strings: readonly string[]): Record<string, SectionArray> =>
  packStringsBy(prefix, strings.length, (index) => strings[index] ?? '');

/** Whether both tables have the same strings in the same order. */
export const isSameTable = (a: StringTable, b: StringTable): boolean => {
  if (a.size !== b.size) return false;
  for (let index = 0; index < a.size; index += 1) if (!isSameEntry(a, b, index)) return false;
  return true;
};

/** Whether both tables have the same string at one index. Called for every product, so it compares without copying. */
export const isSameEntry = (a: StringTable, b: StringTable, index: number): boolean => {
  if (!a.packed || !b.packed) return Buffer.compare(a.bytesAt(index), b.bytesAt(index)) === 0;
  const [from, to] = [a.packed.offsets[index], a.packed.offsets[index + 1]];
  const [start, end] = [b.packed.offsets[index], b.packed.offsets[index + 1]];
  return a.packed.bytes.compare(b.packed.bytes, start, end, from, to) === 0;
};

export const readStrings = (sections: Sections, prefix: string): StringTable => {
  const offsets = sections.get(`${prefix}.offsets`, 'u32');
  const bytes = sections.get(`${prefix}.bytes`, 'u8');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = offsets.length - 1;
  const at = (index: number) => buffer.toString('utf8', offsets[index], offsets[index + 1]);
  return {
    size,
    packed: { offsets, bytes: buffer },
    at,
    bytesAt: (index) => bytes.subarray(offsets[index], offsets[index + 1]),
    ...searchBytes({ offsets, bytes: buffer }, createBinarySearch(size, at)),
    indexOf: (text) => indexOfEntry({ offsets, bytes: buffer }, Buffer.from(text)),
  };
};

/** Finds the bytes first: decoding a million entries would take a hundred times as long. */
const indexOfEntry = ({ offsets, bytes }: PackedStrings, wanted: Buffer): number => {
  if (wanted.length === 0) return -1;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    // Empty entries share the offset of the entry after them.
    const index = firstNotBelow(0, offsets.length - 1, (entry) => (offsets[entry + 1] ?? 0) <= at);
    if (offsets[index] === at && offsets[index + 1] === at + wanted.length) return index;
  }
  return -1;
};

type Search = Pick<StringTable, 'lowerBound' | 'find'>;

/**
 * Searches for ASCII without decoding entries: compared with it, any string has the same order by bytes as by code units.
 * Anything else is left to `others`.
 */
const searchBytes = (strings: PackedStrings, others: Search): Search => {
  const { offsets } = strings;
  const size = offsets.length - 1;
  const lowerBound = (wanted: Uint8Array): number =>
    firstNotBelow(0, size, (index) => compareEntry(strings, index, wanted) < 0);
  const find = (text: string): number => {
    const wanted = encodeAscii(text);
    if (wanted === null) return others.find(text);
    const index = lowerBound(wanted);
    return index < size && compareEntry(strings, index, wanted) === 0 ? index : -1;
  };
  /** One question looks for the same text several times. */
  let last = { text: '', index: find('') };
  return {
    lowerBound: (text) => {
      const wanted = encodeAscii(text);
      return wanted === null ? others.lowerBound(text) : lowerBound(wanted);
    },
    find: (text) => {
      if (text !== last.text) last = { text, index: find(text) };
      return last.index;
    },
  };
};

/** Null when there is a character beyond ASCII. */
const encodeAscii = (text: string): Uint8Array | null => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return null;
    bytes[at] = unit;
  }
  return bytes;
};

/** Below 0: the entry is first; 0: they are equal. */
const compareEntry = ({ offsets, bytes }: PackedStrings, index: number, wanted: Uint8Array): number => {
  const start = offsets[index] ?? 0;
  const length = (offsets[index + 1] ?? 0) - start;
  const shared = Math.min(length, wanted.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - wanted.length;
};

/** Binary search; the table must be sorted. */
const createBinarySearch = (size: number, at: (index: number) => string): Search => {
  const lowerBound = (text: string): number => firstNotBelow(0, size, (index) => at(index) < text);
  return {
    lowerBound,
    find: (text) => {
      const index = lowerBound(text);
      return index < size && at(index) === text ? index : -1;
    },
  };
};

/** A sorted table whose strings come from a function. */
export const createStringTable = (size: number, at: (index: number) => string): StringTable => ({
  size,
  packed: null,
  at,
  bytesAt: (index) => Buffer.from(at(index)),
  ...createBinarySearch(size, at),
  indexOf: (text) => {
    for (let index = 0; index < size; index += 1) if (at(index) === text) return index;
    return -1;
  },
});
