import type { AnswerWriter } from './answer-writer.ts';

const property = Buffer.from('"imageUrl":"');
const slash = '/'.charCodeAt(0);
const last = property.length - 1;
const lastByte = property[last] ?? 0;

/** How far to go on when this byte stands where the property would end. */
const skips = new Uint8Array(256).fill(property.length);
for (let at = 0; at < last; at += 1) skips[property[at] ?? 0] = last - at;

/** Where the property's value begins, or -1. By Horspool. */
const findPicture = (record: Uint8Array): number => {
  for (let end = last; end < record.length; ) {
    const byte = record[end] ?? 0;
    if (byte === lastByte && endsAt(record, end)) return end + 1;
    end += skips[byte] ?? 1;
  }
  return -1;
};

const endsAt = (record: Uint8Array, end: number): boolean => {
  for (let at = 0; at < last; at += 1) if (record[end - last + at] !== property[at]) return false;
  return true;
};

/** Where the base URL belongs; -1: nowhere. `//host/path` has a host already. */
const findPath = (record: Uint8Array): number => {
  const start = findPicture(record);
  return start >= 0 && record[start] === slash && record[start + 1] !== slash ? start : -1;
};

/**
 * Writes an encoded product record, with the base URL before a picture's path. Records are stored without it, since the
 * service may move. The first match is the record's own property: it is written before all mapped fields, and a quote
 * inside a text is escaped.
 */
export const writeRecord = (writer: AnswerWriter, record: Uint8Array, baseUrl: string): void => {
  const path = findPath(record);
  if (path < 0) writer.bytes(record);
  else writer.bytes(record.subarray(0, path)).text(baseUrl).bytes(record.subarray(path));
};
