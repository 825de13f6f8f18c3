import { memoize } from '../../../domain/memoize.ts';
import { decodeHTMLStrict } from 'entities';
import { type RawRow, type RawValue, columnText } from '../feed.ts';

const bookkeeping =
  /^(use_config_|custom_|gift_|map_|meta_|msrp_|min_|max_|is_qty|is_decimal|manage_stock|notify_|allow_backorders|enable_qty|qty|out_of_stock|display_product|page_layout|product_options|product_websites|website_id|tax_class|deferred_|configurable_|store_view_code|attribute_set_code|product_type|small_image|thumbnail_image|swatch_image|base_image|additional_|related_|crosssell_|upsell_|hide_from|bundle_|associated_|url_key|url_path|visibility|product_online|is_in_stock|created_at|updated_at|has_options|required_options)/;

/** `a=b,c="d, e"` or `"a=b","c=d, e"`: a comma separates attributes only if a new attribute begins after it. */
export const readAttributes = (packed: string): [string, string][] => {
  const pattern = /(?:^|,)\s*"?([a-z]\w*)=("(?:[^"]|"")*"|.*?)"?\s*(?=,\s*"?[a-z]\w*=|$)/gis;
  const unquote = (value: string): string => value.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"');
  return [...packed.matchAll(pattern)].map(([, name = '', value = '']) => [name, unquote(value).trim()]);
};

const oneOrMany = (value: string): RawValue =>
  value.includes('|') ? value.split('|').filter(Boolean) : value;

/** Magento exports HTML entities: `LumaTech&trade;`. Descriptions are markup and stay unchanged. */
const decodeEntities = (value: RawValue): RawValue =>
  typeof value === 'string' && value.includes('&') && !value.includes('<') ? decodeHTMLStrict(value) : value;

/** Category paths without the root category. A comma inside a name is kept. */
export const readCategories = (packed: string): string[] => {
  const root = /^[^/,]*/.exec(packed)?.[0] ?? '';
  const paths = packed.split(new RegExp(`,(?=${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/|,|$))`));
  const inner = paths.map((path) => path.trim().split('/').slice(1).join('/'));
  return [...new Set(inner.filter((path) => path !== ''))];
};

const genders = new Map(
  ['Men', 'Women', 'Boys', 'Girls', 'Unisex'].map((name) => [name.toLowerCase(), name]),
);

const findGender = (paths: readonly string[]): RawValue => {
  const found = paths.flatMap((path) => genders.get(path.split('/', 1)[0]?.toLowerCase() ?? '') ?? []);
  const [first = '', ...others] = new Set(found);
  return others.length === 0 ? first : [first, ...others];
};

/** The URL key that Magento derives from a name. */
const toUrlKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const listImages = (row: RawRow): string[] => {
  const names = [columnText(row, 'base_image'), ...columnText(row, 'additional_images').split(',')];
  const trimmed = names.map((name) => name.trim());
  return [...new Set(trimmed.filter((name) => name !== '' && name !== 'no_selection'))];
};

const isForSale = (row: RawRow): boolean =>
  columnText(row, 'product_online') !== '2' && columnText(row, 'is_in_stock') !== '0';

export type MagentoProduct = Record<string, RawValue>;

/** Reads rows of one export as products: packed columns are unpacked, internal columns are dropped. */
export const createProductReader = (): ((row: RawRow) => MagentoProduct) => {
  // Cached: the same seventy columns come with every row.
  const isKept = memoize((name: string) => !bookkeeping.test(name));
  return (row) => {
    const product = Object.create(null) as MagentoProduct;
    for (const column in row) {
      const value = row[column];
      if (value !== undefined && value !== '' && isKept(column)) product[column] = decodeEntities(value);
    }
    for (const [name, value] of readAttributes(columnText(row, 'additional_attributes'))) {
      if (value !== '' && isKept(name)) product[name] = oneOrMany(decodeHTMLStrict(value));
    }
    return withDerived(product, row);
  };
};

const withDerived = (product: MagentoProduct, row: RawRow): MagentoProduct => {
  const categories = readCategories(columnText(row, 'categories'));
  const gender = findGender(categories);
  product['categories'] = categories;
  if (product['gender'] === undefined && gender !== '') product['gender'] = gender;
  product['url'] = `/${columnText(row, 'url_key') || toUrlKey(columnText(row, 'name'))}.html`;
  product['images'] = listImages(row);
  product['availability'] = isForSale(row) ? 'in stock' : 'out of stock';
  return product;
};

export const listVariants = (row: RawRow): string[] =>
  columnText(row, 'configurable_variations')
    .split('|')
    .flatMap((variation) => /(?:^|,)\s*sku=([^,]+)/i.exec(variation)?.[1]?.trim() ?? []);
