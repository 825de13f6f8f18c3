import type { Product } from '../domain/product.ts';
import { Fault } from '../errors.ts';
import { reachCrashPoint } from './crash-points.ts';
import type { Comparison, Diff, DiffLists } from './diff.ts';
import type { FaultLog } from './fault-log.ts';
import type { FeedItem } from './formats/feed.ts';
import type { ToProduct } from './to-product.ts';

/** `row` counts the items of the feed from 1. Several rows may share a line. */
export type FeedPosition = { readonly row: number; readonly line: number };

/** What a feed would change in the catalogue, known before any picture is read or embedded. */
export type FeedSummary = {
  readonly rows: number;
  readonly badRows: number;
  /** The last position of each product: a later row replaces earlier rows with the same identifier. */
  readonly positions: ReadonlyMap<string, FeedPosition>;
  /** Products of the live version, 0 when nothing is live. */
  readonly live: number;
  readonly diff: Diff;
  readonly lists: DiffLists;
};

/** A feed that could not be read to its end is incomplete: none of it may go live. */
export const rejectCutFeed = (item: FeedItem & { kind: 'cut' }): never => {
  throw new Fault('bad-input', `The feed could not be read to its end (line ${item.line}): ${item.reason}`, {
    nextStep: 'Export or download the feed again. The live version was not changed.',
  });
};

/** Reads the whole feed once: which products it contains, which rows are bad, and what would change. */
export const summarizeFeed = async (
  feed: AsyncIterable<FeedItem>,
  toProduct: ToProduct,
  comparison: Comparison,
  faults: FaultLog,
): Promise<FeedSummary> => {
  const positions = new Map<string, FeedPosition>();
  let rows = 0;
  let badRows = 0;
  const rejectRow = async (line: number, reason: string, identifier: string | null = null): Promise<void> => {
    badRows += 1;
    await faults.add({ kind: 'row', line, identifier, reason });
  };
  const acceptRow = async (line: number, product: Product): Promise<void> => {
    const { identifier } = product;
    const earlier = positions.get(identifier);
    if (earlier !== undefined) {
      const reason = `The identifier stands again at line ${line}; the later row was taken.`;
      await faults.add({ kind: 'duplicate', line: earlier.line, identifier, reason });
    }
    positions.set(identifier, { row: rows, line });
    comparison.add(product);
    reachCrashPoint('row-compared');
  };
  for await (const item of feed) {
    if (item.kind === 'cut') rejectCutFeed(item);
    if (item.kind === 'notice') await faults.add({ ...item, identifier: null });
    if (item.kind !== 'row' && item.kind !== 'fault') continue;
    rows += 1;
    if (item.kind === 'fault') {
      await rejectRow(item.line, item.reason);
      continue;
    }
    const product = toProduct(item.row);
    if ('reason' in product) await rejectRow(item.line, product.reason, product.identifier);
    else await acceptRow(item.line, product);
  }
  return { rows, badRows, positions, live: comparison.live, ...(await comparison.finish()) };
};
