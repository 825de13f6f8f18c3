import { type FeedFormat, type FeedItem, type RawRow, type RawValue, columnText, faultAt } from '../feed.ts';
import { csv } from '../csv/csv.ts';
import { createProductReader, type MagentoProduct, listVariants } from './row.ts';
import { DatabaseSync } from 'node:sqlite';

/** Product types that may be variants of a configurable product. */
const variantTypes = new Set(['simple', 'virtual', 'downloadable', '']);

export const isMagento = (header: ReadonlySet<string>): boolean =>
  header.has('sku') &&
  header.has('product_type') &&
  (header.has('additional_attributes') || header.has('url_key'));

/**
 * Magento's product export. A configurable product and its variants become one group under the product's SKU.
 * The row of the configurable product stays in the group, because shops ask with the SKU of its page. Name,
 * page, categories and attributes come from the configurable product; price, pictures, stock, colour and size
 * from the variant. The export lists variants before or after their product, so a row that may be a variant
 * is deferred until its product comes, or until the end.
 */
export const magento: FeedFormat = async function* (bytes) {
  const deferred = openDeferredRows();
  const families = createFamilies(deferred, createProductReader());
  let translations = false;
  let cut: FeedItem | null = null;
  try {
    for await (const item of csv(bytes)) {
      if (item.kind === 'cut') cut = item;
      else if (item.kind !== 'row') yield item;
      else if (item.row['store_view_code']) {
        if (!translations) yield { kind: 'notice', line: item.line, reason: translationsNotice };
        translations = true;
      } else yield* families.add(item);
    }
    yield* families.end();
    if (cut !== null) yield cut;
  } finally {
    deferred.close();
  }
};

const translationsNotice =
  'Rows of single store views repeat products in another language: they are left out.';

const createFamilies = (deferred: DeferredRows, read: (row: RawRow) => MagentoProduct) => {
  const asVariant = ({ line, row }: DeferredRow, parent: string): FeedItem => {
    const parentRow = JSON.parse(deferred.getFact('face', parent) ?? '{}') as RawRow;
    return { kind: 'row', line, row: mergeVariant(parentRow, row, parent) };
  };

  function* addConfigurable({ line, row }: DeferredRow): Generator<FeedItem> {
    const sku = readSku(row);
    const variants = listVariants(row);
    const parentRow = read(row);
    if (variants.length > 0) parentRow['groupId'] = sku;
    deferred.setFact('face', sku, JSON.stringify(parentRow));
    let lowestPrice: RawValue | undefined;
    for (const variant of variants) {
      deferred.setFact('parent', variant, sku);
      const deferredRow = deferred.take(variant);
      if (deferredRow === null) continue;
      lowestPrice = lowerPrice(lowestPrice, deferredRow.row['price']);
      yield { kind: 'row', line: deferredRow.line, row: mergeVariant(parentRow, deferredRow.row, sku) };
    }
    // Newer exports give configurable products no price.
    if (parentRow['price'] === undefined && lowestPrice !== undefined) parentRow['price'] = lowestPrice;
    yield { kind: 'row', line, row: parentRow };
  }

  function* addOther({ line, row }: DeferredRow): Generator<FeedItem> {
    const sku = readSku(row);
    const parent = deferred.getFact('parent', sku);
    const product = read(row);
    if (parent !== null) yield asVariant({ line, row: product }, parent);
    else if (!variantTypes.has(readType(row))) yield { kind: 'row', line, row: product };
    else {
      if (row['visibility'] === 'Not Visible Individually') product[hidden] = true;
      const earlier = deferred.put(sku, { line, row: product });
      if (earlier !== null) yield toStandaloneRow(earlier);
    }
  }

  return {
    *add(item: DeferredRow): Generator<FeedItem> {
      if (readSku(item.row) === '') yield faultAt(item.line, 'The row has no SKU.');
      else yield* readType(item.row) === 'configurable' ? addConfigurable(item) : addOther(item);
    },
    *end(): Generator<FeedItem> {
      for (const deferredRow of deferred.rest()) yield toStandaloneRow(deferredRow);
    },
  };
};

/** Marks a deferred row without a page of its own; no column of an export has this name. */
const hidden = ' hidden';

const readSku = (row: RawRow): string => columnText(row, 'sku');
const readType = (row: RawRow): string => columnText(row, 'product_type');

const lowerPrice = (best: RawValue | undefined, price: RawValue | undefined): RawValue | undefined => {
  if (price === undefined || price === '') return best;
  return best === undefined || Number(price) < Number(best) ? price : best;
};

/** A product without its own page and without a configurable product cannot be bought. */
const toStandaloneRow = ({ line, row }: DeferredRow): FeedItem => {
  const product = Object.assign(Object.create(null) as MagentoProduct, row);
  if (product[hidden] === true) product['availability'] = 'out of stock';
  delete product[hidden];
  return { kind: 'row', line, row: product };
};

const mergeVariant = (parentRow: RawRow, own: RawRow, parent: string): RawRow => {
  const merged = Object.assign(Object.create(null) as MagentoProduct, parentRow, own);
  delete merged[hidden];
  for (const column of ['name', 'url', 'categories', 'gender', 'description'] as const) {
    const value = parentRow[column];
    if (value !== undefined) merged[column] = value;
  }
  if (own['name'] !== undefined && own['name'] !== parentRow['name']) merged['variant_name'] = own['name'];
  if ((own['images'] as readonly string[]).length === 0) merged['images'] = parentRow['images'] ?? [];
  if (parentRow['availability'] === 'out of stock') merged['availability'] = 'out of stock';
  merged['groupId'] = parent;
  return merged;
};

export type DeferredRow = { readonly line: number; readonly row: RawRow };

const decodeRow = ({ line, row }: Record<string, unknown>): DeferredRow => ({
  line: Number(line),
  row: Object.assign(Object.create(null) as object, JSON.parse(String(row)) as RawRow),
});
/**
 * Rows that depend on a later row of the feed, such as a variant before its product. They are stored on disk
 * (in SQLite's temporary database, removed on close), so that memory does not grow with them.
 */
export const openDeferredRows = () => {
  const database = new DatabaseSync('');
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE waiting (key TEXT PRIMARY KEY, line INTEGER NOT NULL, row TEXT NOT NULL) STRICT;
    CREATE TABLE noted (kind TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
    BEGIN`);
  const insert = database.prepare('INSERT OR REPLACE INTO waiting (key, line, row) VALUES (?, ?, ?)');
  const select = database.prepare('SELECT line, row FROM waiting WHERE key = ?');
  const remove = database.prepare('DELETE FROM waiting WHERE key = ?');
  const all = database.prepare('SELECT line, row FROM waiting ORDER BY line');
  const write = database.prepare('INSERT OR REPLACE INTO noted (kind, key, value) VALUES (?, ?, ?)');
  const read = database.prepare('SELECT value FROM noted WHERE kind = ? AND key = ?');
  const find = (key: string): DeferredRow | null => {
    const stored = select.get(key);
    return stored === undefined ? null : decodeRow(stored);
  };
  return {
    /** Returns the row that was stored under this key before, if any; it is replaced. */
    put(key: string, { line, row }: DeferredRow): DeferredRow | null {
      const before = find(key);
      insert.run(key, line, JSON.stringify(row));
      return before;
    },
    take(key: string): DeferredRow | null {
      const waiting = find(key);
      if (waiting !== null) remove.run(key);
      return waiting;
    },
    /** All remaining rows, in the order of the feed. */
    *rest(): Generator<DeferredRow> {
      for (const stored of all.iterate()) yield decodeRow(stored);
    },
    /** Stores a fact that later rows need, such as the parent of a variant. */
    setFact: (kind: string, key: string, value: string): void => void write.run(kind, key, value),
    getFact: (kind: string, key: string): string | null =>
      (read.get(kind, key) as { value: string } | undefined)?.value ?? null,
    close: (): void => database.close(),
  };
};

export type DeferredRows = ReturnType<typeof openDeferredRows>;
