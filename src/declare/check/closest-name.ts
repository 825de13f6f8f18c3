/** The known name with the smallest edit distance, or null when none is similar. */
export const closestName = (written: string, known: readonly string[]): string | null => {
  const ranked = known
    .map((name) => ({ name, distance: levenshtein(written.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(written.length / 3)) ? best.name : null;
};

/** Levenshtein distance, one row at a time. */
const levenshtein = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
