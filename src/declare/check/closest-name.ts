import { editDistance } from '../../domain/edit-distance.ts';

/** The known names with the smallest edit distance, nearest first; empty when none is similar. */
export const closestNames = (written: string, known: readonly string[], most: number): string[] => {
  const limit = Math.max(1, Math.floor(written.length / 3));
  return known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
};

/** The known name with the smallest edit distance, or null when none is similar. */
export const closestName = (written: string, known: readonly string[]): string | null =>
  closestNames(written, known, 1)[0] ?? null;
