import { tokenize } from '../../domain/normal-form.ts';
import { isStopWord } from '../../domain/stop-words.ts';

/** Added for each title: how far the words of one title are trusted. */
const ridge = 0.1;
/** With a smaller sum the titles hardly share a word with what was typed. */
const leastSum = 0.1;

/**
 * How much each product says of how words look: ridge regression from the words of titles to pictures, in its dual form, over the
 * products that the words find. One that shares all words counts most, and ten of one kind do not outweigh the one that differs. The
 * shares sum up to 1, and are equal where the titles say nothing.
 */
export const weighTitles = (titles: readonly string[], words: string): number[] => {
  const [asked, known] = [readWords(words), titles.map(readWords)];
  const rows = known.map((title, at) => [
    ...known.map((other, place) => compareWords(title, other) + (at === place ? ridge : 0)),
    compareWords(title, asked),
  ]);
  const shares = solve(rows);
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum > leastSum ? shares.map((share) => share / sum) : titles.map(() => 1 / titles.length);
};

/** English rules in every language: both sides are read alike. */
const readWords = (text: string): ReadonlySet<string> =>
  new Set(tokenize(text, 'en').filter((word) => /\p{L}{2}/u.test(word) && !isStopWord(word)));

/** The cosine of two sets of words. */
const compareWords = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.intersection(b).size / Math.sqrt(Math.max(1, a.size * b.size));

/** Gaussian elimination of a positive definite matrix, whose rows end with the right side. */
const solve = (rows: readonly number[][]): number[] => {
  const size = rows.length;
  const take = (row: number[], from: readonly number[], factor: number): void =>
    from.forEach((value, at) => (row[at] = (row[at] ?? 0) - factor * value));
  for (const [at, pivot] of rows.entries())
    for (const row of rows.slice(at + 1)) take(row, pivot, (row[at] ?? 0) / (pivot[at] ?? 1));
  const solution: number[] = [];
  for (const [at, row] of [...rows.entries()].reverse()) {
    const known = row
      .slice(at + 1, size)
      .reduce((sum, value, place) => sum + value * (solution[at + 1 + place] ?? 0), 0);
    solution[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1);
  }
  return solution;
};
