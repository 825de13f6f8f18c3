import type { FieldValue, Product } from '../domain/product.ts';
import type { RawRow } from './feed.ts';
import type { Mapping } from './mapping/mapping.ts';
import { readPrice } from './mapping/price.ts';
import { requiredRoles } from './mapping/roles.ts';

export type ToProduct = (row: RawRow) => Product | { readonly reason: string };

const identifierLength = 200;

const textIn = (value: FieldValue | undefined): string | null => {
  const first = Array.isArray(value) ? (value as readonly string[])[0] : value;
  return first === undefined ? null : String(first);
};

const textsIn = (value: FieldValue | undefined): string[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? [...(value as readonly string[])] : [String(value)];
};

const spoken = {
  identifier: 'an identifier',
  displayText: 'a name',
  url: 'an address',
  price: 'a price',
} as const;

const missing = (fields: Record<string, FieldValue>, mapping: Mapping, row: RawRow): string | null => {
  const lacking = requiredRoles.filter((role) => fields[role] === undefined);
  if (lacking.length === 0) return null;
  const unread = lacking.filter((role) => (mapping.raw(row, role) ?? '') !== '');
  const told = unread.map(
    (role) => `its ${role} ${JSON.stringify(mapping.raw(row, role))?.slice(0, 60)} cannot be read`,
  );
  const absent = lacking.filter((role) => !unread.includes(role)).map((role) => spoken[role]);
  return [...(absent.length > 0 ? [`it has not ${absent.join(', not ')}`] : []), ...told].join('; ');
};

/** Relative addresses belong to the shop; what a browser would run is no address. */
const pageAddress = (url: string, base: string | null): string | null => {
  if (!URL.canParse(url, base ?? 'https://shop.invalid')) return null;
  const absolute = new URL(url, base ?? 'https://shop.invalid');
  if (!/^https?:$/.test(absolute.protocol)) return null;
  return base === null ? url : absolute.href;
};

type Shop = {
  readonly url: string | null;
  /** Where the service shows pictures that the feed names inside a folder; null: it cannot. */
  readonly picturesUrl?: string | null;
};

/** An address that a browser can show; a name inside the image folder gets the one we serve it under. */
const shownAt = (image: string, { picturesUrl = null }: Shop): string =>
  picturesUrl === null || /^([a-z]+:)?\/\//i.test(image)
    ? image
    : picturesUrl + image.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/');

/** A row → the product it describes, or the reason why it describes none. */
export const createToProduct = (mapping: Mapping, shop: Shop): ToProduct => {
  return (row) => {
    const fields = mapping.read(row);
    const lacking = missing(fields, mapping, row);
    if (lacking !== null) return { reason: `The product cannot be sold like this: ${lacking}.` };
    const identifier = textIn(fields['identifier']) ?? '';
    if (identifier.length > identifierLength) {
      return {
        reason: `The identifier is longer than ${identifierLength} characters.`,
      };
    }
    const url = pageAddress(textIn(fields['url']) ?? '', shop.url);
    if (url === null)
      return {
        reason: `The address ${JSON.stringify(fields['url'])} is not one of a web page.`,
      };
    const images = textsIn(fields['imageUrl']);
    const [imageUrl] = images;
    const displayText = textIn(fields['displayText']) ?? identifier;
    const currency = textIn(fields['currency']) ?? readPrice(mapping.raw(row, 'price'))?.currency ?? null;
    return {
      identifier,
      displayText,
      url,
      price: Number(fields['price']),
      currency,
      images,
      groupId: textIn(fields['groupId']),
      available: fields['available'] !== false,
      fields: {
        ...fields,
        identifier,
        displayText,
        url,
        ...(imageUrl !== undefined && { imageUrl: shownAt(imageUrl, shop) }),
        ...(currency !== null && { currency }),
      },
    };
  };
};
