import { hash } from 'node:crypto';
import type { FieldValue, Product } from '../domain/product.ts';
import { createTextNumbers } from '../domain/text-numbers.ts';
import { decodeRecord, encodeRecord } from '../domain/product-record.ts';
import {
  type EngineReader,
  type EngineWriter,
  type ProductReader,
  type ProductRow,
  scanPages,
} from '../engine/engine.ts';
import { Fault } from '../errors.ts';

export type Diff = Readonly<Record<'added' | 'changed' | 'removed' | 'unchanged', number>>;

/** `changes`: names of the fields that differ; for changed products only. */
export type DiffRow = {
  readonly identifier: string;
  readonly displayText: string;
  readonly changes?: readonly string[];
};

/** The first rows of each kind. The complete counts are in `Diff`. */
export type DiffLists = Readonly<Record<'added' | 'changed' | 'removed', readonly DiffRow[]>>;

const diffDefaults = { listLimit: 1_000 } as const;

type Fields = Readonly<Record<string, FieldValue>>;

/** Hash of a record, as a number. Memory holds this instead of the whole product. */
const fingerprint = (record: Uint8Array | string): number => hash('sha1', record, 'buffer').readUIntBE(0, 6);

/** Does not depend on the order of the fields. */
const hashFields = (fields: Fields): number =>
  fingerprint(JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));

const changedFields = (before: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );

/** The first `limit` products of one kind. A later row with the same identifier can remove a product again. */
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

export type Comparison = Awaited<ReturnType<typeof createComparison>>;

/**
 * Compares a feed with the live version. Keeps a hash for each product, and whole products only for the
 * lists. Most records are equal byte for byte. Records that differ may only have another order of fields,
 * which `finish` checks.
 */
export const createComparison = async (
  reader: ProductReader | null,
  limit: number = diffDefaults.listLimit,
) => {
  /** First those of the live version, then those that are added. */
  const identifiers = createTextNumbers();
  const fingerprints: number[] = [];
  for await (const page of readPages(reader))
    for (const { identifier, record } of page)
      fingerprints[identifiers.add(identifier)] = fingerprint(record);
  const live = identifiers.size;
  const isThere = new Uint8Array(live);
  const added = createShortList(limit);
  const changed = createShortList(limit);
  /** Products whose bytes differ from the live record → hash of their fields, independent of order. */
  const changedHashes = new Map<number, number>();
  /** Second pass over the live records: finds which products really changed, and the names of removed products. */
  const compareLiveRecords = async () => {
    const lists = { changed: [] as DiffRow[], removed: [] as DiffRow[] };
    let changedCount = 0;
    const compare = ({ identifier, record }: ProductRow): void => {
      const number = identifiers.find(identifier);
      const fieldsHash = changedHashes.get(number);
      if (fieldsHash !== undefined) {
        const before = decodeRecord(record);
        if (hashFields(before) === fieldsHash) return;
        changedCount += 1;
        const product = changed.kept.get(identifier);
        if (product === undefined) return;
        const changes = changedFields(before, decodeRecord(encodeRecord(product)));
        lists.changed.push({ identifier, displayText: product.displayText, changes });
      } else if (isThere[number] !== 1 && lists.removed.length < limit) {
        const { displayText } = decodeRecord(record);
        lists.removed.push({ identifier, displayText: String(displayText ?? identifier) });
      }
    };
    for await (const page of readPages(reader)) page.forEach(compare);
    return { lists, changedCount };
  };
  return {
    /** Products of the live version. */
    live,
    /** A later product with the same identifier replaces the earlier one. */
    add(product: Product): void {
      const { identifier } = product;
      const record = encodeRecord(product);
      const number = identifiers.add(identifier);
      const isAdded = number >= live;
      const differs = !isAdded && fingerprints[number] !== fingerprint(record);
      if (!isAdded) isThere[number] = 1;
      if (differs) changedHashes.set(number, hashFields(decodeRecord(record)));
      else changedHashes.delete(number);
      added.keepIf(isAdded, product);
      changed.keepIf(differs, product);
    },
    async finish(): Promise<{ readonly diff: Diff; readonly lists: DiffLists }> {
      const { changedCount, lists } = await compareLiveRecords();
      const kept = isThere.reduce((sum, one) => sum + one, 0);
      const [removed, unchanged] = [live - kept, kept - changedCount];
      const names = added.kept.values().map(({ identifier, displayText }) => ({ identifier, displayText }));
      return {
        diff: { added: identifiers.size - live, changed: changedCount, removed, unchanged },
        lists: { added: [...names], ...lists },
      };
    },
  };
};
const readPages = (reader: ProductReader | null) => (reader === null ? [] : scanPages(reader));

/**
 * The live version; null when nothing was ever published. Throws if the live version cannot be read: treating
 * a damaged catalogue as an empty one would hide the damage from every comparison.
 */
export const readLiveProducts = async (
  engine: Pick<EngineReader & EngineWriter, 'products' | 'versions'>,
  dataset: string,
): Promise<ProductReader | null> => {
  const reader = engine.products(dataset);
  if (reader !== null) return reader;
  const live = (await engine.versions(dataset)).find((version) => version.live);
  if (live === undefined) return null;
  throw new Fault('corrupted', `The live version ${live.version} cannot be read.`, {
    nextStep: 'Run `kindred doctor`; roll back, or import again with --approve to replace it.',
  });
};
