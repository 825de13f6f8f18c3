import type { SectionArray, Sections } from '../storage/sections.ts';
import type { StringTable } from '../storage/strings.ts';
import { editDistance } from '../../../domain/edit-distance.ts';
import { packIndex, readIndex } from './key-index.ts';

/*
 * Which known texts are a slip of the finger away? One edit changes two pairs of neighbouring letters at most, and
 * a swap three: a text within `n` edits therefore shares all but `3 n` of the pairs of the typed one. Counting
 * shared pairs finds every such text, and few others are compared letter by letter.
 *
 *   typed   _j ja ac ck kt t_        `jackt`, one edit, at least 6 - 3 = 3 pairs
 *   known   _j ja ac ck ke et t_     `jacket` shares 5
 */

/** Texts as near as any, and nearer than the limit. Empty when there are none. */
export type FindNearest = (typed: string) => readonly number[];

const pairsOf = (text: string): Set<string> => {
  const padded = ` ${text} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < padded.length; at += 1) pairs.add(padded.slice(at, at + 2));
  return pairs;
};

const pairsBrokenByOneEdit = 3;

/** Letters of the longer of two spellings, before one can be a slip of the other. */
const shortestMisspelt = 5;

/** Short words are other words after one edit; long ones bear two. */
const toleratedEdits = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

const longest = 255;

/** Texts of a pair stand by length, so that those of other lengths are never looked at. */
export const packTypoIndex = (name: string, texts: readonly string[]): Record<string, SectionArray> => {
  const lengthOf = (text: number): number => Math.min(longest, texts[text]?.length ?? 0);
  const order = [...texts.keys()].sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  return {
    [`${name}.lengths`]: Uint8Array.from(texts.keys(), lengthOf),
    ...packIndex(`${name}.pairs`, order, (text) => pairsOf(texts[text] ?? '')),
  };
};

export const readTypoIndex = (sections: Sections, name: string, texts: StringTable): FindNearest => {
  const lengths = sections.get(`${name}.lengths`, 'u8');
  const carriers = readIndex(sections, `${name}.pairs`);
  const shared = new Uint8Array(texts.size);
  const alike = (typed: string, edits: number): number[] => {
    const pairs = pairsOf(typed);
    const needed = Math.max(1, pairs.size - pairsBrokenByOneEdit * edits);
    const found: number[] = [];
    shared.fill(0);
    for (const pair of pairs) {
      const among = carriers(pair);
      const end = firstOfLength(among, lengths, typed.length + edits + 1);
      for (let at = firstOfLength(among, lengths, typed.length - edits); at < end; at += 1) {
        const text = among[at] ?? 0;
        const count = (shared[text] ?? 0) + 1;
        shared[text] = count;
        if (count === needed) found.push(text);
      }
    }
    return found;
  };
  return (typed) => {
    const edits = typed.length > longest - 2 ? 0 : toleratedEdits(typed.length);
    return edits === 0 ? [] : closest(typed, edits, alike(typed, edits), texts);
  };
};

const firstOfLength = (among: Uint32Array, lengths: Uint8Array, length: number): number => {
  let [low, high] = [0, among.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lengths[among[middle] ?? 0] ?? 0) < length) low = middle + 1;
    else high = middle;
  }
  return low;
};

const closest = (typed: string, edits: number, among: readonly number[], texts: StringTable): number[] => {
  let limit = edits;
  let found: number[] = [];
  for (const text of among) {
    const known = texts.at(text);
    // `gold` and `cold` are two words; `jackt` is a jacket.
    if (Math.max(known.length, typed.length) < shortestMisspelt) continue;
    const distance = editDistance(typed, known, limit);
    if (distance > limit) continue;
    if (distance < limit) found = [];
    limit = distance;
    found.push(text);
  }
  return found.sort((a, b) => a - b);
};
