import type { FeedFormat, FeedItem, RawRow, RawValue } from '../feed.ts';
import { csv } from './csv.ts';
import { columnText } from './csv-text.ts';
import { createProductReader, type MagentoProduct, variantsOf } from './magento-row.ts';
import { openDeferredRows, type DeferredRows, type DeferredRow } from './deferred-rows.ts';

/** Types that may be a variant of a configurable product. */
const variantTypes = new Set(['simple', 'virtual', 'downloadable', '']);

export const isMagento = (header: ReadonlySet<string>): boolean =>
  header.has('sku') &&
  header.has('product_type') &&
  (header.has('additional_attributes') || header.has('url_key'));

/**
 * Magento's product export. A configurable product and its variants become one group under the product's
 * SKU. The product's own row stays in the group, as its face: the SKU of its page is the identifier a shop
 * asks with. What a shopper sees (name, page, categories, attributes) is the product's for every variant;
 * price, pictures, stock, colour and size are the variant's own.
 *
 * The export names variants before or after their product, so a row that may be a variant waits until its
 * product comes, or the end.
 */
export const magento: FeedFormat = async function* (bytes) {
  const room = openDeferredRows();
  const families = createFamilies(room, createProductReader());
  let translations = false;
  let cut: FeedItem | null = null;
  try {
    for await (const item of csv(bytes)) {
      if (item.kind === 'cut') cut = item;
      else if (item.kind !== 'row') yield item;
      else if (item.row['store_view_code']) {
        if (!translations) yield { kind: 'notice', line: item.line, reason: translated };
        translations = true;
      } else yield* families.add(item);
    }
    yield* families.end();
    if (cut !== null) yield cut;
  } finally {
    room.close();
  }
};

const translated = 'Rows of single store views repeat products in another language: they are left out.';

type Products = (row: RawRow) => MagentoProduct;

const createFamilies = (room: DeferredRows, read: Products) => {
  const asVariant = ({ line, row }: DeferredRow, parent: string): FeedItem => {
    const face = JSON.parse(room.getFact('face', parent) ?? '{}') as RawRow;
    return { kind: 'row', line, row: merge(face, row, parent) };
  };

  function* addProduct({ line, row }: DeferredRow): Generator<FeedItem> {
    const sku = skuOf(row);
    const variants = variantsOf(row);
    const face = read(row);
    if (variants.length > 0) face['groupId'] = sku;
    room.setFact('face', sku, JSON.stringify(face));
    let cheapest: RawValue | undefined;
    for (const variant of variants) {
      room.setFact('parent', variant, sku);
      const waiting = room.take(variant);
      if (waiting === null) continue;
      cheapest = lower(cheapest, waiting.row['price']);
      yield { kind: 'row', line: waiting.line, row: merge(face, waiting.row, sku) };
    }
    // Newer exports give a configurable product no price of its own.
    if (face['price'] === undefined && cheapest !== undefined) face['price'] = cheapest;
    yield { kind: 'row', line, row: face };
  }

  function* addOther({ line, row }: DeferredRow): Generator<FeedItem> {
    const sku = skuOf(row);
    const parent = room.getFact('parent', sku);
    const product = read(row);
    if (parent !== null) yield asVariant({ line, row: product }, parent);
    else if (!variantTypes.has(typeOf(row))) yield { kind: 'row', line, row: product };
    else {
      if (row['visibility'] === 'Not Visible Individually') product[hidden] = true;
      const earlier = room.put(sku, { line, row: product });
      if (earlier !== null) yield alone(earlier);
    }
  }

  return {
    *add(item: DeferredRow): Generator<FeedItem> {
      if (skuOf(item.row) === '') yield { kind: 'fault', line: item.line, reason: 'The row has no SKU.' };
      else yield* typeOf(item.row) === 'configurable' ? addProduct(item) : addOther(item);
    },
    *end(): Generator<FeedItem> {
      for (const waiting of room.rest()) yield alone(waiting);
    },
  };
};

/** Marks a waiting row that has no page of its own; no column of an export is called like this. */
const hidden = ' hidden';

const skuOf = (row: RawRow): string => columnText(row, 'sku');
const typeOf = (row: RawRow): string => columnText(row, 'product_type');

const lower = (best: RawValue | undefined, price: RawValue | undefined): RawValue | undefined => {
  if (price === undefined || price === '') return best;
  return best === undefined || Number(price) < Number(best) ? price : best;
};

/** A product without a page of its own, and without a product that shows it, cannot be bought. */
const alone = ({ line, row }: DeferredRow): FeedItem => {
  const product = Object.assign(Object.create(null) as MagentoProduct, row);
  if (product[hidden] === true) product['availability'] = 'out of stock';
  delete product[hidden];
  return { kind: 'row', line, row: product };
};

const merge = (face: RawRow, own: RawRow, parent: string): RawRow => {
  const merged = Object.assign(Object.create(null) as MagentoProduct, face, own);
  delete merged[hidden];
  for (const column of ['name', 'url', 'categories', 'gender', 'description'] as const) {
    const value = face[column];
    if (value !== undefined) merged[column] = value;
  }
  if (own['name'] !== undefined && own['name'] !== face['name']) merged['variant_name'] = own['name'];
  if ((own['images'] as readonly string[]).length === 0) merged['images'] = face['images'] ?? [];
  if (face['availability'] === 'out of stock') merged['availability'] = 'out of stock';
  merged['groupId'] = parent;
  return merged;
};
