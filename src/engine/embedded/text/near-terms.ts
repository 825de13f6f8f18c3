import { firstNotBelow, type StringTable } from '../storage/strings.ts';
import type { NearTerm } from '../../semantics/text/expand-query.ts';

/**
 * All terms within an edit distance of a word (insert, delete, replace, swap adjacent letters); none is missed.
 *
 * The sorted terms are walked like a trie: terms with a common prefix share the rows of the distance table, and
 * when a prefix is too far from every prefix of the word, all terms that start with it are skipped.
 *
 *              r u n n i g            table rows kept while `run…` lasts
 *   running    r u n n i n g          the first five rows are shared by
 *   runningly  r u n n i n g l y      both; only the new letters are counted
 *
 * Rejected: an index of deletions, some forty entries for each term when two edits are allowed; n-grams, which
 * filter nothing on short words.
 */
export const nearTerms = (terms: StringTable, word: string, limit: number): NearTerm[] => {
  const results: NearTerm[] = [];
  const table = distanceTable(word, limit);
  let previous = '';
  let at = 0;
  while (at < terms.size) {
    const text = terms.at(at);
    const deadEnd = table.walk(text, sharedLength(previous, text));
    if (deadEnd >= 0) {
      previous = text.slice(0, deadEnd + 1);
      at = firstWithoutPrefix(terms, at, previous);
      continue;
    }
    const distance = table.distance(text.length);
    if (distance <= limit) results.push({ term: at, text, distance });
    previous = text;
    at += 1;
  }
  return results;
};

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
};

/** Galloping search: few terms share a long prefix. */
const firstWithoutPrefix = (terms: StringTable, from: number, prefix: string): number => {
  const hasPrefix = (index: number) => index < terms.size && terms.at(index).startsWith(prefix);
  let step = 1;
  while (hasPrefix(from + step)) step *= 2;
  return firstNotBelow(from + (step >> 1) + 1, from + step, hasPrefix);
};

/** Row d holds the distances of the first d letters of the term to every prefix of the word. */
const distanceTable = (word: string, limit: number) => {
  const width = word.length + 1;
  const rows: Uint16Array[] = [];
  let letters = '';
  const rowAt = (depth: number): Uint16Array => (rows[depth] ??= new Uint16Array(width));
  for (let column = 0; column < width; column += 1) rowAt(0)[column] = column;

  /** Letter `depth - 1` of the term against letter `column - 1` of the word. */
  const cheapest = (depth: number, column: number): number => {
    const [row, above, letter] = [rowAt(depth), rowAt(depth - 1), letters[depth - 1]];
    const replaced = (above[column - 1] ?? 0) + (word[column - 1] === letter ? 0 : 1);
    const cost = Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
    const swapped = depth > 1 && word[column - 1] === letters[depth - 2] && word[column - 2] === letter;
    return swapped ? Math.min(cost, (rowAt(depth - 2)[column - 2] ?? 0) + 1) : cost;
  };
  /**
   * Smallest distance in the new row. It never decreases with more letters, swaps included. Only cells near the
   * diagonal can be within the limit; those just outside are set to `limit + 1`.
   */
  const fill = (depth: number): number => {
    const row = rowAt(depth);
    const first = Math.max(1, depth - limit);
    const last = Math.min(word.length, depth + limit);
    row[first - 1] = first === 1 ? depth : limit + 1;
    let smallest = row[first - 1] ?? 0;
    for (let column = first; column <= last; column += 1) {
      const cost = cheapest(depth, column);
      row[column] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (last < word.length) row[last + 1] = limit + 1;
    return smallest;
  };
  return {
    /** Fills the rows of a term whose first `shared` letters are filled. Index of the letter that exceeded the limit, or -1. */
    walk(term: string, shared: number): number {
      letters = term;
      for (let depth = shared + 1; depth <= term.length; depth += 1) {
        if (fill(depth) > limit) return depth - 1;
      }
      return -1;
    },
    distance: (depth: number): number =>
      Math.abs(depth - word.length) > limit ? limit + 1 : (rowAt(depth)[word.length] ?? limit + 1),
  };
};
