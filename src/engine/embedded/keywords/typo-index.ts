import { getOrAdd } from '../../../domain/memoize.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { firstNotBelow, packStrings, readStrings, type StringTable } from '../storage/strings.ts';
import { editDistance } from '../../../domain/edit-distance.ts';
import { type FindNearest, typoRules } from '../../semantics/keywords/patterns.ts';

/** Sorted keys, each with the numbers of its texts; `order` is the order of the texts within a key. */
export const packIndex = (
  name: string,
  order: readonly number[],
  keysOf: (text: number) => Iterable<string>,
): Record<string, SectionArray> => {
  const index = new Map<string, number[]>();
  for (const text of order) {
    for (const key of new Set(keysOf(text))) getOrAdd(index, key, () => []).push(text);
  }
  const keys = [...index.keys()].sort();
  const lists = keys.map((key) => index.get(key) ?? []);
  const starts = new Uint32Array(keys.length + 1);
  lists.forEach((list, at) => {
    starts[at + 1] = (starts[at] ?? 0) + list.length;
  });
  return {
    ...packStrings(name, keys),
    [`${name}.starts`]: starts,
    [`${name}.patterns`]: Uint32Array.from(lists.flat()),
  };
};

const empty = new Uint32Array(0);

/** Numbers of the texts that have a key, in the order given to `packIndex`. */
export const readIndex = (sections: Sections, name: string): ((key: string) => Uint32Array) => {
  const keys = readStrings(sections, name);
  const starts = sections.get(`${name}.starts`, 'u32');
  const texts = sections.get(`${name}.patterns`, 'u32');
  return (key) => {
    const at = keys.find(key);
    return at < 0 ? empty : texts.subarray(starts[at], starts[at + 1]);
  };
};

/*
 * Finds the known texts closest to a typed one. One edit changes at most two pairs of adjacent letters, and a swap
 * three: a text within `n` edits therefore shares all but `3 n` of the pairs of the typed one. Counting shared pairs
 * finds every such text, and few others are compared letter by letter.
 *
 *   typed   _j ja ac ck kt t_        `jackt`, one edit, at least 6 - 3 = 3 pairs
 *   known   _j ja ac ck ke et t_     `jacket` shares 5
 */

const listPairs = (text: string): Set<string> => {
  const padded = ` ${text} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < padded.length; at += 1) pairs.add(padded.slice(at, at + 2));
  return pairs;
};

const pairsBrokenByOneEdit = 3;

const maximumLength = 255;

/** The texts of a pair are sorted by length, so that texts of other lengths are never looked at. */
export const packTypoIndex = (name: string, texts: readonly string[]): Record<string, SectionArray> => {
  const cappedLength = (text: number): number => Math.min(maximumLength, texts[text]?.length ?? 0);
  const order = [...texts.keys()].sort((a, b) => cappedLength(a) - cappedLength(b) || a - b);
  return {
    [`${name}.lengths`]: Uint8Array.from(texts.keys(), cappedLength),
    ...packIndex(`${name}.pairs`, order, (text) => listPairs(texts[text] ?? '')),
  };
};

export const readTypoIndex = (sections: Sections, name: string, texts: StringTable): FindNearest => {
  const lengths = sections.get(`${name}.lengths`, 'u8');
  const textsWithPair = readIndex(sections, `${name}.pairs`);
  const sharedPairs = new Uint8Array(texts.size);
  const findCandidates = (typed: string, edits: number): number[] => {
    const pairs = listPairs(typed);
    const needed = Math.max(1, pairs.size - pairsBrokenByOneEdit * edits);
    const matches: number[] = [];
    sharedPairs.fill(0);
    for (const pair of pairs) {
      const among = textsWithPair(pair);
      const end = firstOfLength(among, lengths, typed.length + edits + 1);
      for (let at = firstOfLength(among, lengths, typed.length - edits); at < end; at += 1) {
        const text = among[at] ?? 0;
        const count = (sharedPairs[text] ?? 0) + 1;
        sharedPairs[text] = count;
        if (count === needed) matches.push(text);
      }
    }
    return matches;
  };
  return (typed) => {
    const edits = typed.length > maximumLength - 2 ? 0 : typoRules.toleratedEdits(typed.length);
    return edits === 0 ? [] : keepClosest(typed, edits, findCandidates(typed, edits), texts);
  };
};

const firstOfLength = (among: Uint32Array, lengths: Uint8Array, length: number): number =>
  firstNotBelow(0, among.length, (at) => (lengths[among[at] ?? 0] ?? 0) < length);

const keepClosest = (
  typed: string,
  edits: number,
  among: readonly number[],
  texts: StringTable,
): number[] => {
  let limit = edits;
  let matches: number[] = [];
  for (const text of among) {
    const known = texts.at(text);
    if (Math.max(known.length, typed.length) < typoRules.minimumLength) continue;
    const distance = editDistance(typed, known, limit);
    if (distance > limit) continue;
    if (distance < limit) matches = [];
    limit = distance;
    matches.push(text);
  }
  return matches.sort((a, b) => a - b);
};
