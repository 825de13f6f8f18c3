import { editDistance } from '../../domain/edit-distance.ts';

/** The known name with the smallest edit distance, or null when none is similar. */
export const closestName = (written: string, known: readonly string[]): string | null => {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const ranked = known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= limit ? best.name : null;
};
