import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Dataset } from '../../domain/dataset.ts';
import type { ImportOrder } from '../../domain/import-order.ts';
import { Fault } from '../../errors.ts';
import type { FeedItem } from '../formats/feed.ts';
import { feedFormats, readFeed } from '../formats/detect/find-format.ts';
import { readLastModified } from '../fetch/download.ts';
import type { Fetch } from '../fetch/fetch.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeedFile } from './read-feed-file.ts';

export type OpenedFeed = {
  /** Reads from the beginning; may be called several times. */
  read(): AsyncIterable<FeedItem>;
  /** Folder for relative picture names. */
  readonly images: string | null;
  /**
   * When the feed was written, in milliseconds since 1970: what it says itself, once it was read, else `Last-Modified` of
   * its server, else the time of the file. Never later than `nowMs`: a wrong clock must not mask live changes.
   */
  writtenAt(nowMs: number): Promise<number>;
  /** Throws if the file has changed since it was opened: several passes over it would not fit together. */
  assertSame(): Promise<void>;
};

type Request = {
  readonly dataset: Pick<Dataset, 'source'>;
  readonly order: Pick<ImportOrder, 'feed' | 'imagesFolder'>;
  /** Folder for a downloaded feed. */
  readonly folder: string;
  /** Folder for relative picture names, unless the order names one. */
  readonly images?: string | null;
  readonly signal: AbortSignal;
  /** The feed was downloaded for this import already. */
  readonly isFetched?: boolean;
};

const isAddress = (location: string): boolean => /^https?:\/\//i.test(location);

const requireLocation = ({ dataset: { source }, order }: Request): string => {
  const location = order.feed ?? source?.file ?? source?.url;
  if (location !== undefined && location !== null) return location;
  throw new Fault('bad-input', 'The dataset has no source, and no feed was given.', {
    nextStep: 'Name a file or an address, or declare a source for the dataset.',
    reason: { reason: 'no-source' },
  });
};

/** Path of a downloaded feed in the folder of its dataset. */
const downloadedFile = (folder: string): string => join(folder, 'feed');

/** Downloads the feed if it is at an address; an unchanged one is not sent again. */
export const downloadFeed = async (fetch: Fetch, request: Request): Promise<void> => {
  const url = requireLocation(request);
  if (!isAddress(url)) return;
  const { folder, signal } = request;
  const { source } = request.dataset;
  // The credentials belong to the declared address and are sent nowhere else.
  const auth = url === source?.url ? source.auth : null;
  await fetchFeed(fetch, { url, auth, file: downloadedFile(folder), signal });
};

/** A feed at an address is downloaded first, so that it can be read several times. */
export const openFeed = async (fetch: Fetch, request: Request): Promise<OpenedFeed> => {
  const location = requireLocation(request);
  const { order, folder, isFetched = false } = request;
  const images = order.imagesFolder ?? request.images ?? null;
  if (!isAddress(location)) return openUnchanged(location, images ?? dirname(location), null);
  const file = downloadedFile(folder);
  if (!isFetched || !existsSync(file)) await downloadFeed(fetch, request);
  return openUnchanged(file, images, await readLastModified(location, file));
};

const fileState = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
};

/** A missing file is reported by the first `read`, with a message that says what to do. */
const openUnchanged = async (
  file: string,
  images: string | null,
  lastModified: number | null,
): Promise<OpenedFeed> => {
  const stateBefore = await fileState(file).catch(() => null);
  let timestamp: number | null = null;
  const onTimestamp = (instant: number): void => void (timestamp = instant);
  return {
    read: () => readFeed(readFeedFile(file), feedFormats, onTimestamp),
    images,
    writtenAt: async (nowMs) =>
      Math.min(timestamp ?? lastModified ?? Math.floor((await stat(file)).mtimeMs), nowMs),
    async assertSame() {
      if ((await fileState(file).catch(() => null)) === stateBefore) return;
      throw new Fault('conflict', `The feed ${file} was changed while it was read.`, {
        nextStep: 'Import it again once it is written whole. The live version was not changed.',
      });
    },
  };
};
