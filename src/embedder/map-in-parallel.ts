/** Results in the order of the items; at most `parallel` calls of `work` run at the same time. */
export const mapInParallel = async <T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return results;
};
