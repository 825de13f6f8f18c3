import { describe, expect, it } from 'vitest';
import { emptyEntry, hide, putSuggestionFirst, updateEntries } from './curation-entries.ts';

const entry = (pattern: string | null, add: string[] = [], hidden: string[] = []) => ({
  pattern,
  add,
  hide: hidden,
});

describe('putSuggestionFirst', () => {
  it('puts a suggestion first, once, and unhides it', () => {
    expect(putSuggestionFirst(entry('bags', ['a', 'b'], ['c']), 'b')).toEqual(
      entry('bags', ['b', 'a'], ['c']),
    );
    expect(putSuggestionFirst(entry('bags', ['a'], ['c']), 'c')).toEqual(entry('bags', ['c', 'a']));
  });
});

describe('hide', () => {
  it('hides a suggestion once, and no longer adds it', () => {
    expect(hide(entry('bags', ['a', 'b']), 'a')).toEqual(entry('bags', ['b'], ['a']));
    expect(hide(entry('bags', [], ['a']), 'a')).toEqual(entry('bags', [], ['a']));
  });
});

describe('updateEntries', () => {
  const entries = [entry('bags', ['a']), entry(null, ['everywhere'])];

  it('changes the entry of a search term and leaves the others', () => {
    const after = updateEntries(entries, 'bags', (each) => hide(each, 'x'));
    expect(after).toHaveLength(2);
    expect(after).toContainEqual(entry('bags', ['a'], ['x']));
    expect(after).toContainEqual(entries[1]);
  });

  it('begins an entry for a search term without one', () => {
    expect(updateEntries([], 'shoes', (each) => putSuggestionFirst(each, 'boots'))).toEqual([
      entry('shoes', ['boots']),
    ]);
  });

  it('tells the entry for all search terms from one for a search term', () => {
    const after = updateEntries(entries, null, (each) => putSuggestionFirst(each, 'sale'));
    expect(after).toContainEqual(entry(null, ['sale', 'everywhere']));
    expect(after).toContainEqual(entries[0]);
  });

  it('drops an entry that became empty, and keeps one that only replaces', () => {
    expect(updateEntries(entries, 'bags', () => emptyEntry('bags'))).toEqual([entries[1]]);
    const replacing = { ...emptyEntry('bags'), replace: true };
    expect(updateEntries([], 'bags', () => replacing)).toEqual([replacing]);
  });
});
