import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';

/** Sorted keys, each with the numbers of its texts; `order` is the order of the texts within a key. */
export const packIndex = (
  name: string,
  order: readonly number[],
  keysOf: (text: number) => Iterable<string>,
): Record<string, SectionArray> => {
  const index = new Map<string, number[]>();
  for (const text of order) {
    for (const key of new Set(keysOf(text))) {
      const list = index.get(key);
      if (list) list.push(text);
      else index.set(key, [text]);
    }
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
