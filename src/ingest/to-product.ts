import type { FieldValue, Product } from '../domain/product.ts';
import { isPageAddress, resolvePageAddress } from '../domain/web-address.ts';
import { hasScheme } from './pictures/image-place.ts';
import type { RawRow } from './formats/feed.ts';
import { type Mapping, isSaleActive, type Sale } from './mapping/mapping.ts';
import { parsePrice } from './mapping/field-value.ts';
import { requiredRoles } from './mapping/roles.ts';

export type RejectedRow = { readonly reason: string; readonly identifier: string | null };

export type ToProduct = (row: RawRow) => Product | RejectedRow;

const identifierLength = 200;

const firstText = (value: FieldValue | undefined): string | null => {
  const first = typeof value === 'object' ? value[0] : value;
  return first === undefined ? null : String(first);
};

const toTexts = (value: FieldValue | undefined): string[] => {
  if (value === undefined) return [];
  return (typeof value === 'object' ? value : [value]).map(String);
};

const fieldLabels = {
  identifier: 'identifier',
  displayText: 'name',
  url: 'address',
  price: 'price',
} as const;

/**
 * Without a column for a required field no row can be a product. One message about the column is more useful
 * than one about each row.
 */
const describeMissingColumns = (mapping: Mapping): string | null => {
  const names = new Set(mapping.fields.map(({ name }) => name));
  const absent = requiredRoles.filter((role) => !names.has(role));
  if (absent.length === 0) return null;
  const descriptions = absent.map((role) => `its ${fieldLabels[role]} (field ${role})`).join(', ');
  return `The feed has no column that is known as ${descriptions}: name a column or a template in the mapping of the dataset.`;
};

const describeMissingValues = (fields: Record<string, FieldValue>, mapping: Mapping, row: RawRow) => {
  const missing = requiredRoles.filter((role) => fields[role] === undefined);
  if (missing.length === 0) return null;
  const unreadable = missing.filter((role) => (mapping.readRaw(row, role) ?? '') !== '');
  const descriptions = unreadable.map(
    (role) => `its ${role} ${JSON.stringify(mapping.readRaw(row, role))?.slice(0, 60)} cannot be read`,
  );
  const absent = missing.filter((role) => !unreadable.includes(role)).map((role) => fieldLabels[role]);
  return [...(absent.length > 0 ? [`it has no ${absent.join(', no ')}`] : []), ...descriptions].join('; ');
};

type Shop = {
  readonly url: string | null;
  /** Of prices whose feed names none. */
  readonly currency?: string | null;
  /** Base URL for pictures that the feed names inside a folder; null when there is no folder. */
  readonly picturesUrl?: string | null;
  /** Image name of the feed → the name or the address under which it is looked up. */
  readonly resolveImage?: (image: string) => string;
};

/**
 * The address of a picture in answers. A file name inside the image folder gets the path under which the service
 * serves it; another relative one is an address of the shop. Null: there is none that a browser could load.
 */
export const toImageUrl = (image: string, { url, picturesUrl = null }: Shop): string | null => {
  if (picturesUrl !== null && !hasScheme(image))
    return picturesUrl + image.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/');
  const address = resolvePageAddress(image, url ?? 'https://shop.invalid');
  return url === null && !hasScheme(image) ? null : address;
};

/** Names inside the image folder are encoded into an address of the service; anything else must be http or https. */
const isShowable = (image: string, { picturesUrl = null }: Shop): boolean =>
  picturesUrl !== null || isPageAddress(image);

/** The current price and, if that is lower than usual, the usual price. */
export const currentPrices = (
  fields: Readonly<Record<string, FieldValue>>,
  sale: Sale | null,
  nowMs: number,
): { readonly price: number; readonly oldPrice?: number } => {
  const usual = Number(fields['price']);
  if (sale !== null && sale.price < usual && isSaleActive(sale, nowMs))
    return { price: sale.price, oldPrice: usual };
  const { oldPrice } = fields;
  return typeof oldPrice === 'number' && oldPrice > usual ? { price: usual, oldPrice } : { price: usual };
};

/** `oldPrice` is added again only if it is higher than the price, `imageUrl` only if it can be shown. */
const withoutReplaced = ({ oldPrice: _, imageUrl: __, ...others }: Record<string, FieldValue>) => others;

export const createToProduct = (mapping: Mapping, shop: Shop, nowMs: number): ToProduct => {
  const missingColumns = describeMissingColumns(mapping);
  const { resolveImage = (image) => image } = shop;
  return (row) => {
    const fields = mapping.read(row);
    const identifier = firstText(fields['identifier']) ?? '';
    const reject = (reason: string): RejectedRow => ({
      reason,
      identifier: identifier === '' ? null : identifier.slice(0, identifierLength),
    });
    if (missingColumns !== null) return reject(missingColumns);
    const missing = describeMissingValues(fields, mapping, row);
    if (missing !== null) return reject(`The product cannot be sold like this: ${missing}.`);
    if (identifier.length > identifierLength)
      return reject(`The identifier is longer than ${identifierLength} characters.`);
    const url = resolvePageAddress(firstText(fields['url']) ?? '', shop.url);
    if (url === null) return reject(`The address ${JSON.stringify(fields['url'])} is not one of a web page.`);
    const showable = toTexts(fields['imageUrl']).filter((each) => isShowable(each, shop));
    const images = showable.map(resolveImage);
    const [image] = images;
    const imageUrl = image === undefined ? null : toImageUrl(image, shop);
    const displayText = firstText(fields['displayText']) ?? identifier;
    const currency =
      firstText(fields['currency']) ??
      parsePrice(mapping.readRaw(row, 'price'))?.currency ??
      shop.currency ??
      null;
    const prices = currentPrices(fields, mapping.readSale(row), nowMs);
    return {
      ...{ identifier, displayText, url, price: prices.price, currency, images },
      groupId: firstText(fields['groupId']),
      available: fields['available'] !== false,
      fields: {
        ...withoutReplaced(fields),
        ...{ identifier, displayText, url },
        ...prices,
        ...(imageUrl !== null && { imageUrl }),
        ...(currency !== null && { currency }),
      },
    };
  };
};
