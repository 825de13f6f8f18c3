import type { FeedFormat, FeedItem, RawRow } from '../../src/ingest/formats/feed.ts';

/** For tests: a feed in small chunks, so that chunk boundaries fall inside values. */
export async function* inChunks(feed: string | Uint8Array, size = 11): AsyncGenerator<Uint8Array> {
  const bytes = typeof feed === 'string' ? Buffer.from(feed) : feed;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

export type ReadFeed = {
  readonly items: readonly FeedItem[];
  readonly rows: readonly RawRow[];
  /** Everything that is not a row, as `kind line: reason`. */
  readonly remarks: readonly string[];
};

export const readFeed = async (format: FeedFormat, bytes: AsyncIterable<Uint8Array>): Promise<ReadFeed> => {
  const items = await collect(format(bytes));
  return {
    items,
    rows: items.flatMap((item) => (item.kind === 'row' ? [{ ...item.row }] : [])),
    remarks: items.flatMap((item) =>
      item.kind === 'row' ? [] : [`${item.kind} ${item.line}: ${item.reason}`],
    ),
  };
};
