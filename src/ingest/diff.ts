import { hash } from 'node:crypto';
import type { FieldValue, Product } from '../domain/product.ts';
import { recordOf } from '../domain/product-record.ts';
import type { ProductReader } from '../engine/engine.ts';

export type Diff = {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
};

export type DiffRow = {
  readonly identifier: string;
  readonly displayText: string;
  /** Names of the fields that differ; for changed products only. */
  readonly changes?: readonly string[];
};

/** The first of each kind; the counts are in `Diff`. */
export type DiffLists = {
  readonly added: readonly DiffRow[];
  readonly changed: readonly DiffRow[];
  readonly removed: readonly DiffRow[];
};

export const diffDefaults = { listed: 1_000 } as const;

type Fields = Readonly<Record<string, FieldValue>>;

/** Equal for equal records, whatever the order of their fields. */
const fingerprint = (record: Readonly<Record<string, unknown>>): string =>
  hash('sha1', JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))), 'base64');

function* liveRecords(reader: ProductReader | null): Generator<[identifier: string, record: Fields]> {
  const decoder = new TextDecoder();
  for (const { identifier, record } of reader?.scan() ?? []) {
    yield [identifier, JSON.parse(decoder.decode(record)) as Fields];
  }
}

/** As it would be published: what is live is compared with nothing else. */
const published = (product: Product): Fields =>
  JSON.parse(new TextDecoder().decode(recordOf(product))) as Fields;

const changedFields = (before: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );

const countsOf = (now: ReadonlyMap<string, string>, live: ReadonlyMap<string, string>): Diff => {
  let added = 0;
  let changed = 0;
  for (const [identifier, print] of now) {
    const before = live.get(identifier);
    if (before === undefined) added += 1;
    else if (before !== print) changed += 1;
  }
  const kept = now.size - added;
  return { added, changed, removed: live.size - kept, unchanged: kept - changed };
};

/** The first products of one kind, until a later row of the feed says otherwise. */
const shortList = (limit: number) => {
  const kept = new Map<string, Product>();
  return {
    kept,
    keepIf(belongs: boolean, product: Product): void {
      if (!belongs) kept.delete(product.identifier);
      else if (kept.size < limit || kept.has(product.identifier)) kept.set(product.identifier, product);
    },
  };
};

export type Comparison = {
  /** Products of the live version. */
  readonly live: number;
  /** A later product of the same identifier takes the place of the earlier one. */
  see(product: Product): void;
  finish(): { readonly diff: Diff; readonly lists: DiffLists };
};

/** Compares a feed with what is live. Holds a fingerprint for each product, and whole products for the lists only. */
export const compareWith = (
  reader: ProductReader | null,
  limit: number = diffDefaults.listed,
): Comparison => {
  const live = new Map<string, string>();
  for (const [identifier, record] of liveRecords(reader)) live.set(identifier, fingerprint(record));
  const now = new Map<string, string>();
  const added = shortList(limit);
  const changed = shortList(limit);
  return {
    live: live.size,
    see(product) {
      const print = fingerprint(published(product));
      const before = live.get(product.identifier);
      now.set(product.identifier, print);
      added.keepIf(before === undefined, product);
      changed.keepIf(before !== undefined && before !== print, product);
    },
    finish: () => ({
      diff: countsOf(now, live),
      lists: {
        added: [...added.kept.values()].map(({ identifier, displayText }) => ({ identifier, displayText })),
        ...fromLive(reader, now, changed.kept, limit),
      },
    }),
  };
};

/** What only the live records can tell: what changed in a product, and how a vanished one was called. */
function fromLive(
  reader: ProductReader | null,
  now: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, Product>,
  limit: number,
): Pick<DiffLists, 'changed' | 'removed'> {
  const lists = { changed: [] as DiffRow[], removed: [] as DiffRow[] };
  for (const [identifier, record] of liveRecords(reader)) {
    const product = changed.get(identifier);
    if (product !== undefined) {
      const changes = changedFields(record, published(product));
      lists.changed.push({ identifier, displayText: product.displayText, changes });
    } else if (!now.has(identifier) && lists.removed.length < limit) {
      lists.removed.push({ identifier, displayText: String(record['displayText'] ?? identifier) });
    }
  }
  return lists;
}
