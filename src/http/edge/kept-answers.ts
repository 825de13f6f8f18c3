import { type BodySlabs, createBodySlabs } from './body-slabs.ts';
import type { ReadyAnswer } from './ready-answer.ts';

/** Answers that were made from the same state of a box. */
export type AnswerSet = {
  find(key: string): ReadyAnswer | null;
  /** False when it is not kept: it is asked for the first time, or too large, or the set was dropped. */
  keep(key: string, answer: ReadyAnswer): boolean;
  /** Forgets all its answers. */
  drop(): void;
};

export type KeptAnswers = {
  createSet(): AnswerSet;
  readonly statistics: { readonly evictions: number; readonly bytes: number; readonly entries: number };
};

/** For an entry of the map, the headers and the objects around the bytes. */
const overheadBytes = 1_024;

type Generation = { readonly entries: Map<string, ReadyAnswer>; readonly slabs: BodySlabs; bytes: number };
type StoredSet = { young: Generation; old: Generation };

const createGeneration = (): Generation => ({ entries: new Map(), slabs: createBodySlabs(), bytes: 0 });

/**
 * Finished answers, bounded by bytes. Two generations instead of a list in the order of use: an answer that is found in
 * the old generation moves to the young one, and when the young one has half of the bytes, the old one is dropped and
 * the young one becomes old. A hit in the young generation, the usual case, changes nothing.
 *
 * Once the cache has been full, an answer is kept at the second request for it: a crawler that asks for each product
 * once must not push out what shoppers ask for.
 */
export const createKeptAnswers = (maximumBytes: number): KeptAnswers => {
  const sets = new Set<StoredSet>();
  let [evictions, entries, youngBytes, oldBytes] = [0, 0, 0, 0];
  /** Hashes of keys that were asked for once; emptied with each change of generations. */
  let askedOnce = new Set<number>();
  let hasBeenFull = false;

  const changeGenerations = (): void => {
    for (const set of sets) {
      evictions += set.old.entries.size;
      entries -= set.old.entries.size;
      set.old = set.young;
      set.young = createGeneration();
    }
    [oldBytes, youngBytes] = [youngBytes, 0];
    hasBeenFull = true;
    askedOnce = new Set();
  };

  const charge = (set: StoredSet, generation: Generation, bytes: number): void => {
    generation.bytes += bytes;
    if (generation === set.young) youngBytes += bytes;
    else oldBytes += bytes;
  };

  /** Ends because no entry takes more than a quarter, and two changes drop everything. */
  const makeRoom = (bytes: number): void => {
    while (youngBytes + bytes > maximumBytes / 2 || youngBytes + oldBytes + bytes > maximumBytes)
      changeGenerations();
  };

  const add = (set: StoredSet, key: string, answer: ReadyAnswer): void => {
    makeRoom(answer.keptBytes);
    answer.body = set.young.slabs.add(answer.body);
    set.young.entries.set(key, answer);
    charge(set, set.young, answer.keptBytes);
    entries += 1;
  };

  const promote = (set: StoredSet, key: string): ReadyAnswer | null => {
    const answer = set.old.entries.get(key);
    if (answer === undefined) return null;
    set.old.entries.delete(key);
    charge(set, set.old, -answer.keptBytes);
    entries -= 1;
    add(set, key, answer);
    return answer;
  };

  /** A compressed form was made: it is charged where the answer is now, if it is still there. */
  const grow = (set: StoredSet, answer: ReadyAnswer, bytes: number): void => {
    makeRoom(bytes);
    const generation = [set.young, set.old].find((each) => each.entries.get(answer.keptAs) === answer);
    if (generation === undefined || !sets.has(set)) return;
    answer.keptBytes += bytes;
    charge(set, generation, bytes);
  };

  const isWorthKeeping = (key: string): boolean => {
    if (!hasBeenFull) return true;
    const hash = hashText(key);
    if (askedOnce.has(hash)) return true;
    askedOnce.add(hash);
    return false;
  };

  const createSet = (): AnswerSet => {
    const set: StoredSet = { young: createGeneration(), old: createGeneration() };
    sets.add(set);
    /** One function for all answers of the set: each object that is kept costs the collector time. */
    const onGrown = (answer: ReadyAnswer, bytes: number): void => grow(set, answer, bytes);
    return {
      find: (key) => set.young.entries.get(key) ?? promote(set, key),
      keep: (key, answer) => {
        const bytes = overheadBytes + 2 * key.length + answer.body.length;
        if (!sets.has(set) || bytes > maximumBytes / 4) return false;
        if (set.young.entries.has(key) || set.old.entries.has(key) || !isWorthKeeping(key)) return false;
        answer.keptAs = key;
        answer.keptBytes = bytes;
        answer.onGrown = onGrown;
        add(set, key, answer);
        return true;
      },
      drop: () => {
        if (!sets.delete(set)) return;
        youngBytes -= set.young.bytes;
        oldBytes -= set.old.bytes;
        entries -= set.young.entries.size + set.old.entries.size;
        set.young = createGeneration();
        set.old = createGeneration();
      },
    };
  };
  return {
    createSet,
    get statistics() {
      return { evictions, bytes: youngBytes + oldBytes, entries };
    },
  };
};

/** FNV-1a. Of two keys with one hash, the second is kept one request early, which does no harm. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};
