import type { Network } from './network.ts';

export type WindowKey = {
  readonly subscriptionId: number;
  readonly network: Network;
  readonly perSeconds: number;
};

type TableSize = { readonly windows: number; readonly slots: number };

/**
 * A window: its key (subscription, network, seconds; 0 seconds: unused), the number of its current slot, and a ring of counts.
 * One more than `slots`, for the slot that the window has only partly left.
 */
const headWords = 6;
const recordWords = ({ slots }: TableSize): number => 2 * Math.ceil((headWords + slots + 1) / 2);

export const tableBytes = (size: TableSize): number =>
  size.windows * recordWords(size) * Uint32Array.BYTES_PER_ELEMENT;

/** A window is in one of so many records behind its hash. */
const probes = 32;

/**
 * Sliding windows in shared memory. A window counts the calls of its last `perSeconds` in slots instead of one by one, so
 * that memory does not grow with the limit.
 *
 *   now - window                          now
 *        │                                 │
 *   ┌────┼───┬───────┬───────┬───────┬─────┼─┐
 *   │ oldest │       │  …    │       │current│
 *   └────────┴───────┴───────┴───────┴───────┘
 *
 * The oldest slot counts fully until it has left the window completely. So no window at any position ever holds
 * more than its limit; with 200 slots a caller at full speed loses one of them, 0.5 % of the calls.
 *
 * To be used by one thread at a time. `offset`: in bytes, a multiple of 8.
 */
export const openWindowTable = (memory: SharedArrayBuffer, offset: number, size: TableSize) => {
  const { slots } = size;
  const width = recordWords(size);
  const words = new Uint32Array(memory, offset, size.windows * width);
  const numbers = new Float64Array(memory, offset, (size.windows * width) / 2);

  const currentOf = (at: number): number => numbers[(at + 4) / 2] ?? 0;
  const setCurrent = (at: number, slot: number): void => void (numbers[(at + 4) / 2] = slot);
  const placeOf = (at: number, slot: number): number => at + headWords + (slot % (slots + 1));
  const slotMs = (perSeconds: number): number => (perSeconds * 1000) / slots;
  const isKey = (at: number, { subscriptionId, network, perSeconds }: WindowKey): boolean =>
    words[at] === subscriptionId &&
    words[at + 1] === network.high &&
    words[at + 2] === network.low &&
    words[at + 3] === perSeconds;
  /** When the last call of a record leaves its window. */
  const endOf = (at: number): number => (currentOf(at) + slots + 1) * slotMs(words[at + 3] ?? 0);

  /** The record of a window; where it has none, the one to use for it. Unused records come last: none is ever emptied. */
  const find = (key: WindowKey): number => {
    const first = hash(key);
    let oldest = (first % size.windows) * width;
    for (let probe = 0; probe < probes; probe += 1) {
      const at = ((first + probe) % size.windows) * width;
      if (isKey(at, key) || words[at + 3] === 0) return at;
      if (endOf(at) < endOf(oldest)) oldest = at;
    }
    return oldest;
  };

  const create = (at: number, { subscriptionId, network, perSeconds }: WindowKey, slot: number): void => {
    words.fill(0, at, at + width);
    words.set([subscriptionId, network.high, network.low, perSeconds], at);
    setCurrent(at, slot);
  };

  /**
   * After the clock was ahead by more than a window and is set right, the counts would block for as long as it was ahead.
   * Moves them back, so that the newest are of now: they block for one window, as they would have otherwise.
   */
  const moveBack = (at: number, slot: number): void => {
    const current = currentOf(at);
    if (current <= slot + slots) return;
    const before = words.slice(at, at + width);
    for (let age = 0; age <= slots; age += 1)
      words[placeOf(at, slot - age)] = before[placeOf(0, current - age)] ?? 0;
    setCurrent(at, slot);
  };

  /** When the clock is set back a little, the window stays where it is: no call is counted twice or lost. */
  const moveOn = (at: number, slot: number): void => {
    const current = currentOf(at);
    if (slot <= current) return;
    for (let next = Math.max(current + 1, slot - slots); next <= slot; next += 1)
      words[placeOf(at, next)] = 0;
    setCurrent(at, slot);
  };

  return {
    /** Calls in the window that ends now, and milliseconds until the oldest of them leave it; 0 without calls. */
    usage: (key: WindowKey, nowMs: number): { readonly calls: number; readonly releaseMs: number } => {
      const at = find(key);
      if (!isKey(at, key)) return { calls: 0, releaseMs: 0 };
      const slot = Math.floor(nowMs / slotMs(key.perSeconds));
      moveBack(at, slot);
      const current = currentOf(at);
      // From the newest slot to the oldest. The places are counted on, because the remainder of so large a number is slow.
      const inWindow = slots - Math.max(0, slot - current);
      let place = placeOf(at, current);
      let [calls, oldestAge] = [0, 0];
      for (let age = 0; age <= inWindow; age += 1) {
        const counted = words[place] ?? 0;
        if (counted > 0) oldestAge = age;
        calls += counted;
        place = place === at + headWords ? place + slots : place - 1;
      }
      const releaseMs = (current - oldestAge + slots + 1) * slotMs(key.perSeconds) - nowMs;
      return { calls, releaseMs: calls === 0 ? 0 : Math.max(1, releaseMs) };
    },
    count: (key: WindowKey, nowMs: number, calls: number): void => {
      const at = find(key);
      const slot = Math.floor(nowMs / slotMs(key.perSeconds));
      if (!isKey(at, key)) create(at, key, slot);
      moveBack(at, slot);
      moveOn(at, slot);
      const place = placeOf(at, currentOf(at));
      words[place] = (words[place] ?? 0) + calls;
    },
  };
};

const hash = ({ subscriptionId, network, perSeconds }: WindowKey): number => {
  let mixed = 0x811c9dc5;
  for (const word of [subscriptionId, network.high, network.low, perSeconds])
    mixed = Math.imul(mixed ^ word ^ (mixed >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};
