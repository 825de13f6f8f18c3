import type { CurationEntry } from '../api/types.ts';

export const emptyEntry = (pattern: string | null): CurationEntry => ({ pattern, add: [], hide: [] });

const isEmpty = ({ add, hide, replace }: CurationEntry): boolean =>
  add.length === 0 && hide.length === 0 && !replace;

/** Changes the entry of this pattern; an empty entry is dropped. */
export const updateEntries = (
  entries: readonly CurationEntry[],
  pattern: string | null,
  change: (entry: CurationEntry) => CurationEntry,
): CurationEntry[] => {
  const entry = change(entries.find((each) => each.pattern === pattern) ?? emptyEntry(pattern));
  const rest = entries.filter((each) => each.pattern !== pattern);
  return isEmpty(entry) ? rest : [...rest, entry];
};

/** Puts a suggestion first, and unhides it. */
export const putSuggestionFirst = (entry: CurationEntry, text: string): CurationEntry => ({
  ...entry,
  add: [text, ...entry.add.filter((each) => each !== text)],
  hide: entry.hide.filter((each) => each !== text),
});

/** Hides a suggestion, and removes it from the added ones. */
export const hide = (entry: CurationEntry, text: string): CurationEntry => ({
  ...entry,
  add: entry.add.filter((each) => each !== text),
  hide: [...entry.hide.filter((each) => each !== text), text],
});
