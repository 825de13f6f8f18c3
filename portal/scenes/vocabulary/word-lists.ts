import { configurationLimits } from '../../../src/domain/settings/limits.ts';
import { isWebAddress } from '../../../src/domain/web-address.ts';

/** A list of lines: groups of synonyms, single words, or a term and its address. */
export type WordList = readonly (readonly string[])[];

export type LineFault = {
  /** From 1. */
  readonly line: number;
  readonly fault: 'too-few' | 'too-many' | 'repeated' | 'several' | 'quote' | 'pair' | 'address';
};

export type ReadList = { readonly list: WordList; readonly faults: readonly LineFault[] };

/** Cells of one line of CSV, separated by commas or semicolons; null for a quote that is not closed. */
const splitLine = (line: string): string[] | null => {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === ',' || sign === ';')) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return isQuoted ? null : [...cells, cell].map(tidyCell).filter((text) => text !== '');
};

/** A spreadsheet gets an apostrophe in front of what looks like a formula; it is taken off again. */
const tidyCell = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^'(?=[=+\-@])/, '');

type CheckLine = (cells: readonly string[]) => LineFault['fault'] | null;

/** The same for lines that mean the same. */
type LineKey = (cells: readonly string[]) => string;

const keyOfGroup: LineKey = (cells) =>
  cells
    .map((cell) => cell.toLowerCase())
    .toSorted()
    .join('\n');

const readLines = (text: string, check: CheckLine, toKey: LineKey = keyOfGroup): ReadList => {
  const list: (readonly string[])[] = [];
  const faults: LineFault[] = [];
  const known = new Set<string>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const cells = splitLine(line);
    const key = toKey(cells ?? []);
    const fault = cells === null ? 'quote' : (check(cells) ?? (known.has(key) ? 'repeated' : null));
    if (fault !== null) faults.push({ line: index + 1, fault });
    else {
      known.add(key);
      list.push(cells ?? []);
    }
  }
  return { list, faults };
};

/** Each line is a group of words that mean the same. */
export const readSynonyms = (text: string): ReadList =>
  readLines(text, ({ length }) => {
    if (length < 2) return 'too-few';
    return length > configurationLimits.synonymsInGroup ? 'too-many' : null;
  });

/** Each line is one word or phrase. */
export const readBlockedWords = (text: string): ReadList =>
  readLines(text, ({ length }) => (length > 1 ? 'several' : null));

/** Each line is a search term and the address that it leads to. */
export const readRedirects = (text: string): ReadList =>
  readLines(
    text,
    ({ length, 1: address = '' }) => {
      if (length !== 2) return 'pair';
      return isWebAddress(address) ? null : 'address';
    },
    ([term = '']) => term.toLowerCase(),
  );

const writeCell = (cell: string): string => {
  const safe = /^[=+\-@]/.test(cell) ? `'${cell}` : cell;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const writeList = (list: WordList): string =>
  list.map((cells) => `${cells.map(writeCell).join(', ')}\n`).join('');

/** Lines that saving would add and remove. */
export const compareLists = (before: WordList, after: WordList): { added: string[]; removed: string[] } => {
  const [old, current] = [before, after].map((list) => list.map((cells) => cells.join(', ')));
  return {
    added: (current ?? []).filter((line) => !old?.includes(line)),
    removed: (old ?? []).filter((line) => !current?.includes(line)),
  };
};
