/** A copy of the items with one moved. Positions count from 0. */
export const moveItem = <T>(items: readonly T[], from: number, to: number): T[] => {
  const item = items[from];
  if (item === undefined) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, item);
};
