import { hash } from 'node:crypto';
import type { Product } from '../domain/product.ts';
import type { ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { FaultLog } from './fault-log.ts';
import type { FeedItem } from './feed.ts';
import type { ToProduct } from './to-product.ts';

export type Diff = {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
};

/** `row` counts the items of the feed from 1: several of them may share a line. */
export type Place = { readonly row: number; readonly line: number };

/** What a feed would do to the catalogue, known before anything expensive is begun. */
export type Survey = {
  readonly rows: number;
  readonly badRows: number;
  /** Where each product stands last: earlier rows of the same identifier give way to it. */
  readonly places: ReadonlyMap<string, Place>;
  /** Products of the live version, 0 when nothing is live. */
  readonly live: number;
  readonly diff: Diff;
};

/** Equal for equal records, whatever the order of their fields. */
const fingerprint = (record: Readonly<Record<string, unknown>>): string =>
  hash('sha1', JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))), 'base64');

const liveFingerprints = (reader: ProductReader | null): Map<string, string> => {
  const prints = new Map<string, string>();
  const decoder = new TextDecoder();
  for (const { identifier, record } of reader?.scan() ?? []) {
    prints.set(identifier, fingerprint(JSON.parse(decoder.decode(record)) as Record<string, unknown>));
  }
  return prints;
};

const diffOf = (now: ReadonlyMap<string, string>, live: ReadonlyMap<string, string>): Diff => {
  let added = 0;
  let changed = 0;
  for (const [identifier, print] of now) {
    const before = live.get(identifier);
    if (before === undefined) added += 1;
    else if (before !== print) changed += 1;
  }
  const kept = now.size - added;
  return {
    added,
    changed,
    removed: live.size - kept,
    unchanged: kept - changed,
  };
};

/** The rest of a feed that could not be read to its end is unknown: nothing of it may go live. */
export const refuseCut = (item: FeedItem & { kind: 'cut' }): never => {
  throw new Fault('bad-input', `The feed could not be read to its end (line ${item.line}): ${item.reason}`, {
    nextStep: 'Export or download the feed again. The live version was not changed.',
  });
};

/** Reads the whole feed once: which products it holds, what is wrong with it, what would change. */
export const survey = async (
  feed: AsyncIterable<FeedItem>,
  toProduct: ToProduct,
  reader: ProductReader | null,
  faults: FaultLog,
): Promise<Survey> => {
  const places = new Map<string, Place>();
  const prints = new Map<string, string>();
  let rows = 0;
  let badRows = 0;
  const refuse = async (line: number, reason: string): Promise<void> => {
    badRows += 1;
    await faults.add({ kind: 'row', line, identifier: null, reason });
  };
  const keep = async (line: number, { identifier, fields }: Product): Promise<void> => {
    const earlier = places.get(identifier);
    if (earlier !== undefined) {
      const reason = `The identifier stands again at line ${line}; the later row was taken.`;
      await faults.add({
        kind: 'duplicate',
        line: earlier.line,
        identifier,
        reason,
      });
    }
    places.set(identifier, { row: rows, line });
    prints.set(identifier, fingerprint(fields));
  };
  for await (const item of feed) {
    if (item.kind === 'cut') refuseCut(item);
    if (item.kind === 'notice') await faults.add({ ...item, identifier: null });
    if (item.kind !== 'row' && item.kind !== 'fault') continue;
    rows += 1;
    if (item.kind === 'fault') {
      await refuse(item.line, item.reason);
      continue;
    }
    const product = toProduct(item.row);
    if ('reason' in product) await refuse(item.line, product.reason);
    else await keep(item.line, product);
  }
  const live = liveFingerprints(reader);
  return { rows, badRows, places, live: live.size, diff: diffOf(prints, live) };
};
