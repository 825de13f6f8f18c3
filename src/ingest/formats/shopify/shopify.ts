import {
  columnText,
  faultAt,
  firstColumnText,
  type FeedFormat,
  type FeedItem,
  type RawRow,
  type RawValue,
} from '../feed.ts';
import { csv } from '../csv/csv.ts';

type ShopifyRow = { readonly line: number; readonly row: RawRow };

const columns = {
  handle: ['Handle', 'URL handle'],
  sku: ['Variant SKU', 'SKU'],
  price: ['Variant Price', 'Price'],
  oldPrice: ['Variant Compare At Price', 'Compare-at price'],
  barcode: ['Variant Barcode', 'Barcode'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position', 'Image position'],
  variantImage: ['Variant Image', 'Variant image URL'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  type: ['Type'],
  category: ['Product Category', 'Product category'],
  tags: ['Tags'],
} as const;

const knownColumns = new Set<string>([...Object.values(columns).flat(), 'Title']);
const bookkeeping =
  /^(Variant |Option\d|Image |SEO |Gift Card|Cost per item|Included \/|Price \/|Charge tax|Tax code|Weight|Requires|Fulfillment|Unit price|International)/i;

type Product = Record<string, RawValue>;

/** Rows per product. Shopify itself allows 2,048 variants and 250 pictures. */
const maximumRows = 5_000;

export const isShopify = (header: ReadonlySet<string>): boolean =>
  (header.has('Handle') && header.has('Variant Price')) || (header.has('URL handle') && header.has('Title'));

/**
 * Shopify's product export, old and new format. The rows of a product follow each other with the same handle:
 * the first describes the product, each may add a variant, a picture, or both. Every variant becomes a row,
 * grouped by the handle.
 */
export const shopify: FeedFormat = async function* (bytes) {
  let handle = '';
  let rows: ShopifyRow[] = [];
  for await (const item of csv(bytes)) {
    if (item.kind === 'cut') yield* toVariants(handle, rows);
    if (item.kind !== 'row') {
      yield item;
      continue;
    }
    const next = firstColumnText(item.row, columns.handle);
    if (next === '') yield faultAt(item.line, 'The row has no handle.');
    else if (next !== handle) {
      yield* toVariants(handle, rows);
      handle = next;
      rows = [item];
    } else if (rows.length < maximumRows) rows.push(item);
    else yield faultAt(item.line, `The product "${handle}" has more than ${maximumRows} rows.`);
  }
  yield* toVariants(handle, rows);
};

export function* toVariants(handle: string, rows: readonly ShopifyRow[]): Generator<FeedItem> {
  const [first] = rows;
  if (first === undefined) return;
  const shared = readProduct(handle, first.row);
  const names = optionNames(first.row);
  const images = listImages(rows);
  for (const { line, row } of rows) {
    if (!isVariant(row, line === first.line)) continue;
    yield { kind: 'row', line, row: readVariant(handle, { shared, names, images }, row) };
  }
}

const isVariant = (row: RawRow, isFirst: boolean): boolean =>
  isFirst || firstColumnText(row, columns.price) !== '' || firstColumnText(row, columns.sku) !== '';

const readProduct = (handle: string, row: RawRow): Product => {
  const product = Object.create(null) as Product;
  for (const column of Object.keys(row)) {
    const value = columnText(row, column);
    if (value !== '' && !knownColumns.has(column) && !bookkeeping.test(column))
      product[attributeName(column)] = value;
  }
  const values = {
    groupId: handle,
    title: columnText(row, 'Title'),
    url: `/products/${encodeURIComponent(handle)}`,
    description: firstColumnText(row, columns.description),
    brand: firstColumnText(row, columns.brand),
    category: firstColumnText(row, columns.category) || firstColumnText(row, columns.type),
    type: firstColumnText(row, columns.type),
    tags: splitList(firstColumnText(row, columns.tags)),
  };
  for (const [name, value] of Object.entries(values)) if (value.length > 0) product[name] = value;
  product['availability'] = isPublished(row) ? 'in stock' : 'out of stock';
  return product;
};

/** Short names: `Google Shopping / Gender` → `gender`, `Fabric (product.metafields.shopify.fabric)` → `fabric`. */
const attributeName = (column: string): string =>
  column
    .replace(/^Google Shopping \/ /, '')
    .replace(/ \(product\.metafields\.[^)]*\)$/, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_');

const splitList = (packed: string): string[] =>
  packed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isPublished = (row: RawRow): boolean => {
  const status = firstColumnText(row, columns.status).toLowerCase();
  const published = firstColumnText(row, columns.published).toLowerCase();
  return (status === '' || status === 'active') && published !== 'false';
};

const optionNames = (row: RawRow): string[] =>
  [1, 2, 3].map((number) => firstColumnText(row, [`Option${number} Name`, `Option${number} name`]));

const listImages = (rows: readonly ShopifyRow[]): string[] => {
  const images = rows.map(({ row }) => ({
    image: firstColumnText(row, columns.image),
    position: Number(firstColumnText(row, columns.imagePosition)) || Infinity,
  }));
  const sorted = images.filter(({ image }) => image !== '').sort((a, b) => a.position - b.position || 0);
  return sorted.map(({ image }) => image);
};

type ProductFacts = {
  readonly shared: Product;
  readonly names: readonly string[];
  readonly images: readonly string[];
};

const readVariant = (handle: string, { shared, names, images }: ProductFacts, row: RawRow): RawRow => {
  const variant = Object.assign(Object.create(null) as Product, shared);
  const options = optionValues(row, names);
  for (const [name, value] of options) variant[attributeName(name)] = value;
  const sku = firstColumnText(row, columns.sku);
  // A variant without SKU is identified by its options.
  variant['id'] = sku || [handle, ...options.map(([, value]) => attributeName(value))].join('-');
  variant['price'] = firstColumnText(row, columns.price);
  const oldPrice = firstColumnText(row, columns.oldPrice);
  if (oldPrice !== '') variant['old_price'] = oldPrice;
  const barcode = firstColumnText(row, columns.barcode).replace(/^'/, '');
  if (barcode !== '') variant['gtin'] = barcode;
  const own = firstColumnText(row, columns.variantImage);
  variant['images'] = [...new Set(own === '' ? images : [own, ...images])];
  if (isSoldOut(row)) variant['availability'] = 'out of stock';
  return variant;
};

/** A product without variants has one option `Title` with the value `Default Title`. */
const optionValues = (row: RawRow, names: readonly string[]): [string, string][] =>
  names.flatMap((name, index) => {
    const value = firstColumnText(row, [`Option${index + 1} Value`, `Option${index + 1} value`]);
    const isNone = name === '' || value === '' || value === 'Default Title';
    return isNone ? [] : [[name, value] as [string, string]];
  });

const isSoldOut = (row: RawRow): boolean => {
  const quantity = firstColumnText(row, columns.quantity);
  const sellsWhenOut = /^(continue|true)$/i.test(firstColumnText(row, columns.policy));
  const isTracked = firstColumnText(row, columns.tracker) !== '' && quantity !== '';
  return isTracked && Number(quantity) <= 0 && !sellsWhenOut;
};
