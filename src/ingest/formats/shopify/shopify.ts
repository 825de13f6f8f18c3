import type { FeedFormat, FeedItem } from '../feed.ts';
import { csv } from '../csv/csv.ts';
import { columnText } from '../csv/column-text.ts';
import { shopifyColumns, type ShopifyRow, toVariants } from './product.ts';

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
    const next = shopifyColumns.handle.map((column) => columnText(item.row, column)).find(Boolean) ?? '';
    if (next === '') yield { kind: 'fault', line: item.line, reason: 'The row has no handle.' };
    else if (next !== handle) {
      yield* toVariants(handle, rows);
      handle = next;
      rows = [item];
    } else if (rows.length < maximumRows) rows.push(item);
    else yield tooManyRows(item.line, handle);
  }
  yield* toVariants(handle, rows);
};

const tooManyRows = (line: number, handle: string): FeedItem => ({
  kind: 'fault',
  line,
  reason: `The product "${handle}" has more than ${maximumRows} rows.`,
});
