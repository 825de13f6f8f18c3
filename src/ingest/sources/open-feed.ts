import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FeedSource } from '../../domain/dataset.ts';
import { Fault } from '../../errors.ts';
import type { FeedItem } from '../feed.ts';
import { readFeed } from '../formats/find-format.ts';
import type { Fetch } from '../fetch/fetch.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeedFile } from './read-feed-file.ts';

/** A feed for one import only, instead of the dataset's source. */
export type SourceOverride = {
  readonly location: string;
  readonly images?: string;
};

export type OpenedFeed = {
  /** Reads from the beginning; may be called several times. */
  read(): AsyncIterable<FeedItem>;
  /** Folder for relative picture names. */
  readonly images: string | null;
  /** Throws if the file has changed since it was opened: several passes over it would not fit together. */
  assertSame(): Promise<void>;
};

type Request = {
  readonly source: FeedSource | null;
  readonly override: SourceOverride | undefined;
  /** Folder for a downloaded feed. */
  readonly folder: string;
  readonly signal: AbortSignal;
};

const isAddress = (location: string): boolean => /^https?:\/\//i.test(location);

const requireLocation = ({ source, override }: Request): string => {
  const location = override?.location ?? source?.file ?? source?.url;
  if (location !== undefined && location !== null) return location;
  throw new Fault('bad-input', 'The dataset has no source, and no feed was given.', {
    nextStep: 'Name a file or an address, or declare a source for the dataset.',
    reason: { reason: 'no-source' },
  });
};

/** A feed at an address is downloaded first, so that it can be read several times. */
export const openFeed = async (fetch: Fetch, request: Request): Promise<OpenedFeed> => {
  const location = requireLocation(request);
  const { source, override, folder, signal } = request;
  const images = override?.images ?? source?.images ?? null;
  if (!isAddress(location)) return openUnchanged(location, images ?? dirname(location));
  const file = join(folder, 'feed');
  // The credentials belong to the declared address and are sent nowhere else.
  const auth = location === source?.url ? source.auth : null;
  await fetchFeed(fetch, { url: location, auth, file, signal });
  return openUnchanged(file, images);
};

const fileState = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
};

/** A missing file is reported by the first `read`, with a message that says what to do. */
const openUnchanged = async (file: string, images: string | null): Promise<OpenedFeed> => {
  const stateBefore = await fileState(file).catch(() => null);
  return {
    read: () => readFeed(readFeedFile(file)),
    images,
    async assertSame() {
      if ((await fileState(file).catch(() => null)) === stateBefore) return;
      throw new Fault('conflict', `The feed ${file} was changed while it was read.`, {
        nextStep: 'Import it again once it is written whole. The live version was not changed.',
      });
    },
  };
};
