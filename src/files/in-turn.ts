/** Runs one piece of work after the other, also after one that failed. */
export const createTurns = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.catch(() => undefined).then(work);
    last = next;
    return next;
  };
};

/** Group commit: calls during a write share the next one, so that many callers need one sync of the disk. */
export const createGroupedWriter = <T>(
  write: (items: readonly T[]) => Promise<void>,
): ((items: readonly T[]) => Promise<void>) => {
  const inTurn = createTurns();
  let pending: T[] = [];
  let next: Promise<void> | null = null;
  return (items) => {
    for (const item of items) pending.push(item);
    next ??= inTurn(() => {
      const batch = pending;
      [pending, next] = [[], null];
      return write(batch);
    });
    return next;
  };
};
