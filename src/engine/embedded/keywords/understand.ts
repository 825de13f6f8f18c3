import { normalForm, wordOrderKey, wordsOf } from '../../../domain/normal-form.ts';
import type { Sections } from '../storage/sections.ts';
import { readStrings, type StringTable } from '../storage/strings.ts';
import { editDistance } from '../text/edit-distance.ts';

export type Patterns = {
  readonly language: string;
  readonly forms: StringTable;
  readonly popularity: Float64Array;
  /** Patterns by number of characters, for what can be within a few edits. */
  readonly byLength: ReadonlyMap<number, readonly number[]>;
  /** Which letters each pattern holds, a bit for each: what differs in many of them is not looked at. */
  readonly letters: Uint32Array;
  patternsOf(index: 'orders' | 'words', key: string): Uint32Array;
};

export const readPatterns = (sections: Sections, language: string): Patterns => {
  const forms = readStrings(sections, 'forms');
  const read = (name: string) => ({
    keys: readStrings(sections, name),
    starts: sections.get(`${name}.starts`, 'u32'),
    patterns: sections.get(`${name}.patterns`, 'u32'),
  });
  const indexes = { orders: read('orders'), words: read('words') };
  return {
    language,
    forms,
    popularity: sections.get('popularity', 'f64'),
    byLength: groupByLength(forms),
    letters: Uint32Array.from({ length: forms.size }, (_, pattern) => lettersOf(forms.at(pattern))),
    patternsOf: (index, key) => {
      const { keys, starts, patterns } = indexes[index];
      const at = keys.find(key);
      return at < 0 ? new Uint32Array(0) : patterns.subarray(starts[at], starts[at + 1]);
    },
  };
};

const lettersOf = (form: string): number => {
  let bits = 0;
  for (let at = 0; at < form.length; at += 1) bits |= 1 << (form.charCodeAt(at) & 31);
  return bits >>> 0;
};

const bitsIn = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

const groupByLength = (forms: StringTable): Map<number, number[]> => {
  const groups = new Map<number, number[]>();
  for (let pattern = 0; pattern < forms.size; pattern += 1) {
    const { length } = forms.at(pattern);
    const group = groups.get(length);
    if (group) group.push(pattern);
    else groups.set(length, [pattern]);
  }
  return groups;
};

/** The known pattern that a typed one means, or -1: itself, its words in another order, a misspelling, shared words. */
export const understand = (patterns: Patterns, typed: string): number => {
  const form = normalForm(typed, patterns.language);
  if (form === '') return -1;
  const itself = patterns.forms.find(form);
  if (itself >= 0) return itself;
  const reordered = mostPopular(
    patterns,
    patterns.patternsOf('orders', wordOrderKey(form, patterns.language)),
  );
  if (reordered >= 0) return reordered;
  const corrected = nearest(patterns, form);
  return corrected >= 0 ? corrected : sharingWords(patterns, form);
};

const mostPopular = (patterns: Patterns, among: Iterable<number>): number => {
  let best = -1;
  for (const pattern of among) {
    if (best < 0 || (patterns.popularity[pattern] ?? 0) > (patterns.popularity[best] ?? 0)) best = pattern;
  }
  return best;
};

/** Letters of the longer of two spellings, before one can be a slip of the other. */
const shortestMisspelt = 5;

/** Short words are other words after one edit; long ones bear two. */
const toleratedEdits = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

const nearest = (patterns: Patterns, form: string): number => {
  const letters = lettersOf(form);
  let limit = toleratedEdits(form.length);
  let found: number[] = [];
  for (let length = form.length - limit; limit > 0 && length <= form.length + limit; length += 1) {
    for (const pattern of patterns.byLength.get(length) ?? []) {
      // `gold` and `cold` are two words; `jackt` is a jacket.
      if (Math.max(length, form.length) < shortestMisspelt) continue;
      // An edit takes one letter away and brings one in, at most.
      if (bitsIn(letters ^ (patterns.letters[pattern] ?? 0)) > 2 * limit) continue;
      const distance = editDistance(form, patterns.forms.at(pattern), limit);
      if (distance > limit) continue;
      if (distance < limit) found = [];
      limit = distance;
      found.push(pattern);
    }
  }
  return mostPopular(patterns, found);
};

/** The pattern that shares most of the weight of both sides' words; rare words weigh more. */
const sharingWords = (patterns: Patterns, form: string): number => {
  const words = new Set(wordsOf(form, patterns.language));
  const shared = new Map<number, number>();
  for (const word of words) {
    const carriers = patterns.patternsOf('words', word);
    const rarity = Math.log(1 + patterns.forms.size / (1 + carriers.length));
    for (const pattern of carriers) shared.set(pattern, (shared.get(pattern) ?? 0) + rarity);
  }
  let most = 0;
  let best: number[] = [];
  for (const [pattern, weight] of shared) {
    const extra = patterns.forms.at(pattern).split(' ').length;
    const likeness = weight / (1 + 0.1 * extra);
    if (likeness > most) best = [];
    if (likeness < most) continue;
    most = likeness;
    best.push(pattern);
  }
  return mostPopular(patterns, best);
};
