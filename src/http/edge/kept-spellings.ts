import type { KeptRecords, RecordValue } from './kept-records.ts';

/*
 * Which URLs of a caller ask for which key. As a record: the caller is its owner, the URL its key.
 *
 *     number of the set │ hash of the key there │ key (UTF-16)
 */

const headBytes = 8;

export const spellingKind = 0;

/** What a URL was found to ask for. Valid until something is kept. */
export type Spelling = {
  /** The number of the set that the key belongs to. */
  readonly set: number;
  readonly keyHash: number;
  readonly key: RecordValue;
};

export const findSpelling = (records: KeptRecords, caller: number, url: string): Spelling | null => {
  const place = records.find(caller, url);
  return place < 0 ? null : readSpelling(records.valueAt(place));
};

const readSpelling = ({ bytes, start, end }: RecordValue): Spelling => ({
  set: bytes.readUInt32LE(start),
  keyHash: bytes.readUInt32LE(start + 4),
  key: { bytes, start: start + headBytes, end },
});

/** A URL asks for one key of a set; of another set, when the set that it was remembered for was dropped. */
export const keepSpelling = (
  records: KeptRecords,
  { caller, url, set, key }: { caller: number; url: string; set: number; key: string },
): void => {
  const known = records.find(caller, url);
  if (known >= 0 && readSpelling(records.valueAt(known)).set === set) return;
  if (known >= 0) records.remove(known);
  const valueBytes = headBytes + 2 * key.length;
  if (!records.fits(url.length, valueBytes)) return;
  const { bytes, start } = records.add(caller, spellingKind, url, valueBytes);
  bytes.writeUInt32LE(set, start);
  bytes.writeUInt32LE(records.hashOf(set, key), start + 4);
  bytes.write(key, start + headBytes, 'utf16le');
};
