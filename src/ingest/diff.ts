import { hash } from 'node:crypto';
import type { FieldValue, Product } from '../domain/product.ts';
import { encodeRecord } from '../domain/product-record.ts';
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

export const diffDefaults = { listLimit: 1_000 } as const;

type Fields = Readonly<Record<string, FieldValue>>;

/** Of a record as it is written: a few bytes for each product instead of the whole. */
const fingerprint = (record: Uint8Array): string => hash('sha1', record, 'base64');

/** What is live is compared with what would be published, and with nothing else. */
const parseRecord = (record: Uint8Array): Fields => JSON.parse(new TextDecoder().decode(record)) as Fields;

/** The same for equal records, whatever the order of their fields. */
const hashFields = (fields: Fields): string =>
  hash('sha1', JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))), 'base64');

const changedFields = (before: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );

/** The first products of one kind, until a later row of the feed says otherwise. */
const createShortList = (limit: number) => {
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
  add(product: Product): void;
  finish(): { readonly diff: Diff; readonly lists: DiffLists };
};

/**
 * Compares a feed with what is live. Holds a fingerprint for each product, and whole products for the lists only.
 * Nearly all records are the same to the byte; those that are not may still only have another order of fields,
 * which is looked into at the end.
 */
export const createComparison = (
  reader: ProductReader | null,
  limit: number = diffDefaults.listLimit,
): Comparison => {
  const live = new Map<string, string>();
  for (const { identifier, record } of reader?.scan() ?? []) live.set(identifier, fingerprint(record));
  const identifiers = new Set<string>();
  const added = createShortList(limit);
  const changed = createShortList(limit);
  let addedCount = 0;
  /** Products whose record is another, with what it says whatever its order. */
  const changedHashes = new Map<string, string>();
  return {
    live: live.size,
    add(product) {
      const { identifier } = product;
      const record = encodeRecord(product);
      const before = live.get(identifier);
      const isAdded = before === undefined;
      const differs = !isAdded && before !== fingerprint(record);
      if (isAdded && !identifiers.has(identifier)) addedCount += 1;
      if (differs) changedHashes.set(identifier, hashFields(parseRecord(record)));
      else changedHashes.delete(identifier);
      identifiers.add(identifier);
      added.keepIf(isAdded, product);
      changed.keepIf(differs, product);
    },
    finish() {
      const { changedCount, ...lists } = compareLiveRecords(reader, {
        identifiers,
        changedHashes,
        changed: changed.kept,
        limit,
      });
      const kept = identifiers.size - addedCount;
      return {
        diff: {
          added: addedCount,
          changed: changedCount,
          removed: live.size - kept,
          unchanged: kept - changedCount,
        },
        lists: {
          added: [...added.kept.values()].map(({ identifier, displayText }) => ({ identifier, displayText })),
          ...lists,
        },
      };
    },
  };
};

type FeedProducts = {
  readonly identifiers: ReadonlySet<string>;
  readonly changedHashes: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, Product>;
  readonly limit: number;
};

/** What only the live records can tell: what really changed in a product, and how a vanished one was called. */
const compareLiveRecords = (
  reader: ProductReader | null,
  { identifiers, changedHashes, changed, limit }: FeedProducts,
) => {
  const lists = { changed: [] as DiffRow[], removed: [] as DiffRow[] };
  let changedCount = 0;
  for (const { identifier, record } of reader?.scan() ?? []) {
    const fieldsHash = changedHashes.get(identifier);
    if (fieldsHash !== undefined) {
      const before = parseRecord(record);
      if (hashFields(before) === fieldsHash) continue;
      changedCount += 1;
      const product = changed.get(identifier);
      if (product === undefined) continue;
      const changes = changedFields(before, parseRecord(encodeRecord(product)));
      lists.changed.push({ identifier, displayText: product.displayText, changes });
    } else if (!identifiers.has(identifier) && lists.removed.length < limit) {
      const { displayText } = parseRecord(record);
      lists.removed.push({ identifier, displayText: String(displayText ?? identifier) });
    }
  }
  return { ...lists, changedCount };
};
