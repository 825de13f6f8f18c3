import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FeedSource } from '../../domain/dataset.ts';
import { Fault } from '../../errors.ts';
import type { FeedItem } from '../feed.ts';
import { readFeed } from '../formats/find-format.ts';
import type { Fetch } from '../fetch/fetch.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeedFile } from './read-feed-file.ts';

/** A feed given for one import only. */
export type SourceOverride = {
  readonly location: string;
  readonly images?: string;
};

export type OpenedFeed = {
  /** From the beginning, as often as asked. */
  read(): AsyncIterable<FeedItem>;
  /** Where relative picture names are looked up. */
  readonly images: string | null;
  /** Throws when the feed is not what it was when it was opened: its readings would not belong together. */
  assertSame(): Promise<void>;
};

type Request = {
  readonly source: FeedSource | null;
  readonly override: SourceOverride | undefined;
  /** Where a downloaded feed is kept. */
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

/** A file as it is; an address by way of a file, so that it can be read more than once. */
export const openFeed = async (fetch: Fetch, request: Request): Promise<OpenedFeed> => {
  const location = requireLocation(request);
  const { source, override, folder, signal } = request;
  const images = override?.images ?? source?.images ?? null;
  if (!isAddress(location)) return openUnchanged(location, images ?? dirname(location));
  const file = join(folder, 'feed');
  // The sign-in belongs to the declared address and goes nowhere else.
  const auth = location === source?.url ? source.auth : null;
  await fetchFeed(fetch, { url: location, auth, file, signal });
  return openUnchanged(file, images);
};

const fileState = async (file: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(file);
  return `${ino} ${size} ${mtimeMs}`;
};

/** A file that is not there is told by the first reading, in words that say what to do. */
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
