import { existsSync } from 'node:fs';
import type { FieldValue, Product } from '../../domain/product.ts';
import { isPageAddress, resolvePageAddress } from '../../domain/web-address.ts';
import type { ProductChange, ProductUpdate } from '../../engine/engine.ts';
import type { Fault } from '../../errors.ts';
import type { KnownField } from '../../ingest/mapping/known-fields.ts';
import { hasScheme, type ImagePlace, pathInFolder } from '../../ingest/pictures/image-place.ts';
import { toImageUrl } from '../../ingest/to-product.ts';
import { type RawItem, valueFault } from './items.ts';
import type { ItemNaming } from './name-values.ts';
import { addTemplates, ownTypes, readValues, type Values } from './read-values.ts';
import { productDataLimits } from './schema.ts';

/** What is needed to read an item. */
export type ItemContext = ItemNaming & {
  readonly known: readonly KnownField[];
  /** Names of the fields of the live version. */
  readonly mapped: ReadonlySet<string>;
  /** Milliseconds since 1970: the instant of an item without a timestamp. */
  readonly nowMs: number;
  /** Base of relative page URLs. */
  readonly shopUrl: string | null;
  /** Where pictures are that are named without an address. */
  readonly place: ImagePlace;
};

/** A change, and what its sender should know about it. */
export type ReadChange = { readonly change: ProductChange; readonly warnings: readonly string[] };

const controlCharacter = /\p{Cc}/u;

/** The identifier of an item; throws when it is missing or invalid. */
export const readIdentifier = (item: RawItem, { identify }: ItemContext): string => {
  const value = identify(item);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const { identifierLength } = productDataLimits;
  if (text === '' || text.length > identifierLength || controlCharacter.test(text))
    throw valueFault(
      'identifier',
      text === '' ? 'is missing' : 'cannot be read',
      `Allowed: 1 to ${identifierLength} characters.`,
    );
  return text;
};

/** The timestamp of an item; null when it has none. */
const readTimestamp = (item: RawItem, nowMs: number): number | null => {
  const [, value] = Object.entries(item).find(([name]) => name.toLowerCase() === 'timestamp') ?? [];
  if (value === undefined || value === null) return null;
  const instant = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : NaN;
  if (!Number.isFinite(instant) || instant < 0)
    throw valueFault('timestamp', 'is no instant', 'Allowed: ISO 8601, or milliseconds since 1970.');
  if (instant > nowMs + productDataLimits.aheadMs)
    throw valueFault('timestamp', 'lies in the future', 'Allowed: at most five minutes ahead.');
  return Math.round(instant);
};

/** An update: fields that are left out stay as they are. `ownNames` are fields that the product has. */
export const readUpdate = (
  item: RawItem,
  reading: ItemContext,
  ownNames: ReadonlySet<string> = new Set(),
): ReadChange => {
  const identifier = readIdentifier(item, reading);
  const { named, warnings } = reading.name(item, ownNames);
  const values = readValues(named, reading.nowMs);
  addTemplates(named, reading.known, values, false);
  const at = readTimestamp(item, reading.nowMs) ?? reading.nowMs;
  if (values.size === 1)
    throw valueFault('product', 'has nothing but its identifier', 'Send the fields that change.');
  const images = readImages(values, reading);
  const set: ProductUpdate = {
    ...readOwnProperties(values, reading),
    ...(images && { images: images.names }),
    fields: { ...readMappedFields(values, reading.mapped), ...(images && { imageUrl: images.address }) },
  };
  // New pictures are embedded in the background; the vectors of the old ones no longer apply.
  return { change: { kind: 'update', at, identifier, set, ...(images && { picture: null }) }, warnings };
};

/** A whole product: fields that are left out are empty. */
export const readProduct = (item: RawItem, reading: ItemContext): ReadChange => {
  const identifier = readIdentifier(item, reading);
  const { named, warnings } = reading.name(item);
  const values = readValues(named, reading.nowMs);
  addTemplates(named, reading.known, values, true);
  const at = readTimestamp(item, reading.nowMs) ?? reading.nowMs;
  const own = readOwnProperties(values, reading);
  const { displayText, url, price } = own;
  if (displayText === undefined) throw missing('displayText');
  if (url === undefined) throw missing('url');
  if (typeof price !== 'number') throw missing('price');
  const images = readImages(values, reading);
  const fields = { ...readMappedFields(values, reading.mapped), ...(images && { imageUrl: images.address }) };
  const product: Product = {
    identifier,
    displayText,
    url,
    price,
    currency: own.currency ?? null,
    images: images?.names ?? [],
    groupId: own.groupId ?? null,
    available: own.available ?? true,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ),
  };
  return { change: { kind: 'put', at, product, picture: null }, warnings };
};

const missing = (name: string): Fault =>
  valueFault(name, 'is missing', 'A product needs identifier, displayText, url and price.');

const readOwnProperties = (values: Values, { shopUrl }: ItemContext): ProductUpdate => {
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') throw valueFault(name, 'is empty', 'Allowed: a text.');
    return value;
  };
  const optional = (name: string): string | null | undefined =>
    values.get(name) === null ? null : text(name);
  const displayText = text('displayText');
  const url = text('url');
  const price = values.get('price');
  const currency = optional('currency');
  const groupId = optional('groupId');
  const available = values.get('available');
  if (typeof price === 'number' && price < 0)
    throw valueFault('price', `${price} is below 0`, 'Allowed: 0 or more.');
  return {
    ...(displayText !== undefined && { displayText }),
    ...(url !== undefined && { url: resolvePageUrl(url, shopUrl) }),
    ...((typeof price === 'number' || price === null) && { price }),
    ...(currency !== undefined && { currency }),
    ...(groupId !== undefined && { groupId }),
    ...(typeof available === 'boolean' && { available }),
  };
};

const resolvePageUrl = (url: string, shopUrl: string | null): string => {
  const address = resolvePageAddress(url, shopUrl);
  if (address !== null) return address;
  throw valueFault('url', 'is no address of a web page', 'Allowed: http and https.');
};

/**
 * The values of mapped fields. The product's own properties are left out unless a field of the same name is mapped,
 * since facets and filters then use it.
 */
const readMappedFields = (values: Values, mapped: ReadonlySet<string>): Record<string, FieldValue | null> => {
  return Object.fromEntries(
    [...values].filter(([name]) => !Object.hasOwn(ownTypes, name) || mapped.has(name)),
  );
};

type Pictures = {
  /** Names in the folder of the dataset, or addresses. */
  readonly names: readonly string[];
  /** Of the first, as answers have it. */
  readonly address: string | null;
};

/** The pictures that an item names, as a feed would; null: it names none. Throws for one that nobody could load. */
const readImages = (
  values: Values,
  { place, shopUrl }: { readonly place: ImagePlace; readonly shopUrl: string | null },
): Pictures | null => {
  const value = values.get('imageUrl');
  if (value === undefined) return null;
  const given = (typeof value === 'object' ? (value ?? []) : [value])
    .map(String)
    .filter((name) => name !== '');
  if (!given.every(isPageAddress))
    throw valueFault('imageUrl', 'is no address of a picture', 'Allowed: http and https.');
  const pictures = given.map((image) => {
    const name = place.resolve(toServedName(image, place));
    const address = toImageUrl(name, { url: shopUrl, picturesUrl: place.picturesUrl });
    if (address === null)
      throw valueFault('imageUrl', `${JSON.stringify(image)} is relative`, 'Send the whole address.');
    if (hasScheme(name) || place.folder === null) return { name: address, address };
    if (!isFile(place.folder, name))
      throw valueFault(
        'imageUrl',
        `there is no picture ${JSON.stringify(image)} among those of the dataset`,
        'Send its whole address, or add the file first.',
      );
    return { name, address };
  });
  return { names: pictures.map(({ name }) => name), address: pictures[0]?.address ?? null };
};

/** What answers and records say about a picture in the folder may be sent back: it is the file again. */
const toServedName = (image: string, { picturesUrl }: ImagePlace): string => {
  const path = image.replace(/^https?:\/\/[^/]+/i, '');
  if (picturesUrl === null || !path.startsWith(picturesUrl)) return image;
  try {
    return decodeURIComponent(path.slice(picturesUrl.length));
  } catch {
    return image;
  }
};

const isFile = (folder: string, name: string): boolean => {
  const file = pathInFolder(folder, name);
  return file !== null && existsSync(file);
};
