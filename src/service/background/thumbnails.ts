import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../../domain/dataset.ts';
import type { Decoder } from '../../embedder/decoding/decoder.ts';
import type { PictureShape, Thumbnail } from '../../http/admin/core/needs.ts';
import type { Fetch } from '../../ingest/fetch/fetch.ts';
import {
  type PictureIndex,
  openPictureIndex,
  openPictureStore,
} from '../../ingest/pictures/picture-caches.ts';
import type { FoundPicture } from '../../ingest/pictures/fetch-picture.ts';
import { createFindPicture } from '../../ingest/pictures/find-picture.ts';
import { findImagePlace } from '../../ingest/pictures/image-place.ts';
import { writeFileAtomically } from '../../files/replace-file.ts';

const thumbnailDefaults = { quality: 80, idleMs: 60_000 } as const;

/** Pixels of the longer side. A banner is shown wide, and its shape is part of what is looked at. */
const shapeSizesPx: Record<PictureShape, number> = { square: 320, whole: 960 };

const fileEndings: Record<PictureShape, string> = { square: '.webp', whole: '.whole.webp' };

export type Thumbnails = { readonly thumbnail: Thumbnail; close(): Promise<void> };

type Needs = {
  readonly dataDir: string;
  /** Folder of the index of pictures by URL, on this machine. */
  readonly indexFolder?: string;
  readonly fetch: Fetch;
  /** Decodes pictures in a child process. */
  readonly openDecoder: () => Decoder;
  readonly now: () => Date;
};

/**
 * Small product pictures for the portal, so that it loads nothing from other hosts. Made once for each
 * picture, from the stored original or by a guarded download. Pictures are decoded in a child process, which
 * is closed when idle.
 */
export const openThumbnails = ({ dataDir, indexFolder, fetch, openDecoder, now }: Needs): Thumbnails => {
  const folder = join(dataDir, 'pictures');
  const store = openPictureStore(folder);
  const stopping = new AbortController();
  let index: PictureIndex | null = null;
  let decoder: Decoder | null = null;
  let idle: NodeJS.Timeout | undefined;

  const find = (dataset: Dataset, image: string, signal: AbortSignal): Promise<FoundPicture> => {
    index ??= openPictureIndex(indexFolder ?? folder);
    const place = findImagePlace(dataDir, dataset);
    const eitherSignal = AbortSignal.any([signal, stopping.signal]);
    const needs = { folder: place.folder, fetch, index, store, signal: eitherSignal, now };
    return createFindPicture(needs)([place.resolve(imageNameOf(dataset, image))], true);
  };
  const closeDecoder = async (): Promise<void> => {
    clearTimeout(idle);
    const idleDecoder = decoder;
    decoder = null;
    await idleDecoder?.close();
  };
  const closeIdleDecoder = (): void => {
    // A decoder that cannot be closed ends with this process.
    closeDecoder().catch(() => undefined);
  };
  const drawThumbnail = async (bytes: Uint8Array, shape: PictureShape): Promise<Buffer | null> => {
    clearTimeout(idle);
    decoder ??= openDecoder();
    const result = await decoder.decode(bytes, shapeSizesPx[shape]);
    idle = setTimeout(closeIdleDecoder, thumbnailDefaults.idleMs).unref();
    if (!result.ok) return null;
    const { width, height, data, content } = result.pixels;
    const { quality } = thumbnailDefaults;
    // The service starts without it where it is not installed.
    const { default: sharp } = await import('sharp');
    const square = sharp(data, { raw: { width, height, channels: 3 } });
    return (shape === 'whole' && content ? square.extract(content) : square).webp({ quality }).toBuffer();
  };

  return {
    thumbnail: async (dataset, image, shape, signal) => {
      const found = await find(dataset, image, signal);
      if (found.kind !== 'bytes') return null;
      const file = join(folder, 'thumbnails', found.hash.slice(0, 2), `${found.hash}${fileEndings[shape]}`);
      const cached = await readFile(file).catch(() => null);
      if (cached !== null) return cached;
      const thumbnail = await drawThumbnail(found.bytes, shape);
      if (thumbnail !== null) await writeFileAtomically(file, thumbnail);
      return thumbnail;
    },
    close: async () => {
      stopping.abort();
      await closeDecoder();
      index?.close();
    },
  };
};

/** The URL under which the service serves a picture of the image folder → its name in that folder. */
const imageNameOf = ({ tracker }: Dataset, image: string): string => {
  const served = `/pictures/${tracker}/`;
  if (!image.startsWith(served)) return image;
  return image.slice(served.length).split('/').map(decodeURIComponent).join('/');
};
