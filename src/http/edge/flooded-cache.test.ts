import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeptRecords } from './kept-records.ts';
import { RecordTable } from './record-table.ts';

/* Callers choose the URLs, so they may choose them such that a look-up takes long. */

afterEach(() => void vi.restoreAllMocks());

type Find = (this: RecordTable, hash: number, isIt: (place: number) => boolean) => number;

/** How many records each look-up compared. */
const countCompared = (): number[] => {
  const counts: number[] = [];
  const find = Object.getOwnPropertyDescriptor(RecordTable.prototype, 'find')?.value as Find;
  vi.spyOn(RecordTable.prototype, 'find').mockImplementation(function (this: RecordTable, hash, isIt) {
    let compared = 0;
    const place = find.call(this, hash, (at) => {
      compared += 1;
      return isIt(at);
    });
    counts.push(compared);
    return place;
  });
  return counts;
};

const addFnv = (start: number, text: string): number => {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};

/** Two blocks of four characters that lead from `state` to the same state of FNV-1a. */
const findBlocks = (state: number): { readonly blocks: readonly [string, string]; readonly next: number } => {
  const seen = new Map<number, string>();
  for (let number = 36 ** 3; ; number += 7) {
    const block = number.toString(36).padStart(4, '0');
    const next = addFnv(state, block);
    const other = seen.get(next);
    if (other !== undefined) return { blocks: [other, block], next };
    seen.set(next, block);
  }
};

/** Keys of one owner that all have one hash of FNV-1a. */
const craftKeys = (owner: number, blocks: number): string[] => {
  let state = 0x811c9dc5 ^ owner;
  let keys = [''];
  for (let block = 0; block < blocks; block += 1) {
    const found = findBlocks(state);
    state = found.next;
    keys = keys.flatMap((key) => found.blocks.map((each) => key + each));
  }
  return keys;
};

describe('kept records', () => {
  it('compare few records for keys that were made to collide', () => {
    const records = new KeptRecords(1 << 20, { isAlive: () => true, onEvicted: () => undefined });
    const keys = craftKeys(2, 9);
    expect(new Set(keys.map((key) => addFnv(0x811c9dc5 ^ 2, key))).size).toBe(1);
    const compared = countCompared();
    for (const key of keys) {
      expect(records.find(2, key)).toBe(-1);
      records.add(2, 1, key, 8);
    }
    for (const key of keys) expect(records.find(2, key)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...compared)).toBeLessThan(4);
  });

  it('compare few records even where all have one hash', () => {
    const table = new RecordTable();
    for (let place = 0; place < 2_000; place += 1) table.add(77, place);
    const compared = countCompared();
    expect(table.find(77, () => false)).toBe(-1);
    expect(table.find(77, (place) => place === 3)).toBe(3);
    expect(Math.max(...compared)).toBeLessThan(20);
  });
});
