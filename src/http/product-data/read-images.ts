import { existsSync } from 'node:fs';
import { isPageAddress } from '../../domain/web-address.ts';
import { hasScheme, type ImagePlace, pathInFolder } from '../../ingest/pictures/image-place.ts';
import { toImageUrl } from '../../ingest/to-product.ts';
import type { Values } from './read-values.ts';
import { valueFault } from './value-fault.ts';

type Pictures = {
  /** Names in the folder of the dataset, or addresses. */
  readonly names: readonly string[];
  /** Of the first, as answers have it. */
  readonly address: string | null;
};

/** The pictures that an item names, as a feed would; null: it names none. Throws for one that nobody could load. */
export const readImages = (
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
