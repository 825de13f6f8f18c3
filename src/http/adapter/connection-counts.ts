import { hashText } from '../../domain/hash-text.ts';

/** Networks are counted by a hash: two of them rarely fall into the same of so many places. */
const networkPlaces = 1 << 14;
const rowPlaces = networkPlaces + 1;
const totalPlace = networkPlaces;

/** Memory for the counts of so many threads: a row for each, so that the counts of one that ended can be removed. */
export const allocateConnectionCounts = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer(threads * rowPlaces * Int32Array.BYTES_PER_ELEMENT);

const rowOf = (memory: SharedArrayBuffer, thread: number): Int32Array =>
  new Int32Array(memory, thread * rowPlaces * Int32Array.BYTES_PER_ELEMENT, rowPlaces);

/** The connections of a thread that ended have closed with it. */
export const clearConnectionCounts = (memory: SharedArrayBuffer, thread: number): void =>
  void rowOf(memory, thread).fill(0);

/** Counts open connections of all threads, in total and by network; `thread` is the number of the own one. */
export const createConnectionCounts = (memory = allocateConnectionCounts(1), thread = 0) => {
  const threads = memory.byteLength / Int32Array.BYTES_PER_ELEMENT / rowPlaces;
  const rows = Array.from({ length: threads }, (_, each) => rowOf(memory, each));
  const own = rowOf(memory, thread);
  const sum = (place: number): number => rows.reduce((total, row) => total + Atomics.load(row, place), 0);
  const change = (network: string, by: 1 | -1): number => {
    const place = hashText(network) % networkPlaces;
    Atomics.add(own, place, by);
    Atomics.add(own, totalPlace, by);
    return place;
  };
  return {
    /** Counts one more; gives how many there are now, this one included. */
    add: (network: string): { readonly all: number; readonly ofNetwork: number } => {
      const place = change(network, 1);
      return { all: sum(totalPlace), ofNetwork: sum(place) };
    },
    remove: (network: string): void => void change(network, -1),
  };
};

export type ConnectionCounts = ReturnType<typeof createConnectionCounts>;
