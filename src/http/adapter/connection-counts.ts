import { hashText } from '../../domain/hash-text.ts';

/** Counts open connections, in total and by network. */
export type ConnectionCounts = {
  /** Counts one more; returns how many there are now, this one included. */
  add(network: string): { readonly all: number; readonly ofNetwork: number };
  remove(network: string): void;
};

/** Of this thread alone. */
export const createLocalCounts = (): ConnectionCounts => {
  const networks = new Map<string, number>();
  let all = 0;
  const change = (network: string, by: 1 | -1): number => {
    const next = (networks.get(network) ?? 0) + by;
    if (next === 0) networks.delete(network);
    else networks.set(network, next);
    all += by;
    return next;
  };
  return {
    add: (network) => {
      const ofNetwork = change(network, 1);
      return { all, ofNetwork };
    },
    remove: (network) => void change(network, -1),
  };
};

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

/** Of all threads; `thread` is the number of the own one. */
export const createSharedCounts = (memory: SharedArrayBuffer, thread: number): ConnectionCounts => {
  const threads = memory.byteLength / Int32Array.BYTES_PER_ELEMENT / rowPlaces;
  const rows = Array.from({ length: threads }, (_, each) => rowOf(memory, each));
  const own = rowOf(memory, thread);
  const sum = (place: number): number => rows.reduce((total, row) => total + Atomics.load(row, place), 0);
  const change = (place: number, by: 1 | -1): void => void Atomics.add(own, place, by);
  return {
    add: (network) => {
      const place = findPlace(network);
      change(place, 1);
      change(totalPlace, 1);
      return { all: sum(totalPlace), ofNetwork: sum(place) };
    },
    remove: (network) => {
      change(findPlace(network), -1);
      change(totalPlace, -1);
    },
  };
};

const findPlace = (network: string): number => hashText(network) % networkPlaces;
