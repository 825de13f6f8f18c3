/**
 * The results of `work` in the order of the items. While one result is used, the next item is worked on and the one after it is
 * read. At the end, also after a failure, nothing goes on in the background.
 */
export async function* workAhead<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let before: Promise<R> | null = null;
  try {
    for await (const item of items) {
      const next = work(item);
      // Avoids an unhandled rejection if something else fails before this promise is awaited.
      next.catch(() => undefined);
      const last: Promise<R> | null = before;
      before = next;
      if (last !== null) yield await last;
    }
    if (before !== null) yield await before;
  } finally {
    await before?.catch(() => undefined);
  }
}
