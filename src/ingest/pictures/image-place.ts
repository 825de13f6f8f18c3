import { existsSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import type { Dataset } from '../../domain/dataset.ts';

/** Where the relative image names of a dataset are looked up. */
export type ImagePlace = {
  /** Folder of the files; null: the names lead to no file of the server. */
  readonly folder: string | null;
  /** Base URL under which the service serves the files of the folder; null when it serves none. */
  readonly picturesUrl: string | null;
  /** Image name of a feed → its name in the folder, or its address. Addresses stay as they are. */
  readonly resolve: (image: string) => string;
};

type PlacedDataset = Pick<Dataset, 'tracker' | 'source' | 'imagesUrl'>;

/** Pictures that were uploaded for a dataset. Outside `pictures`, which holds what can be fetched again. */
export const uploadedPicturesFolder = (dataDir: string, tracker: string): string =>
  join(dataDir, 'uploaded-pictures', tracker);

/**
 * The name that an uploaded picture is known by: without its folders, as ZIP files often have a folder more or less than
 * the feed, and in one spelling, as some systems change capitals and accents.
 */
export const toPictureName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toLowerCase();

/** In this order: the base address of the dataset, its declared folder, the pictures that were uploaded for it. */
export const findImagePlace = (dataDir: string, dataset: PlacedDataset): ImagePlace => {
  const { tracker, source, imagesUrl } = dataset;
  const picturesUrl = `/pictures/${tracker}/`;
  if (imagesUrl !== undefined)
    return { folder: null, picturesUrl: null, resolve: (image) => resolveImage(image, imagesUrl) };
  const declared = source?.images ?? null;
  if (declared !== null) return { folder: declared, picturesUrl, resolve: (image) => image };
  const uploaded = uploadedPicturesFolder(dataDir, tracker);
  if (!existsSync(uploaded)) return { folder: null, picturesUrl: null, resolve: (image) => image };
  const resolve = (image: string): string => (hasScheme(image) ? image : toPictureName(image));
  return { folder: uploaded, picturesUrl, resolve };
};

/** The path of a picture in its folder; null for a name that leads out of it. */
export const pathInFolder = (folder: string, name: string): string | null => {
  const file = join(folder, normalize(name.replace(/^[/\\]+/, '')));
  const inside = relative(folder, file);
  return inside.startsWith('..') || isAbsolute(inside) ? null : file;
};

export const hasScheme = (image: string): boolean => /^([a-z][a-z0-9+.-]*:)?\/\//i.test(image);

/** Appends the name to the base; a `#` in it belongs to the name of the file. */
const resolveImage = (image: string, base: string): string => {
  if (hasScheme(image)) return image;
  const name = image.replace(/^[/\\]+/, '').replaceAll('#', '%23');
  const folder = base.endsWith('/') ? base : `${base}/`;
  return URL.canParse(name, folder) ? new URL(`./${name}`, folder).href : image;
};
