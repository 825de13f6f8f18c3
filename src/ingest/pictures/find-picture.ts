import { readFileSync, type Stats, statSync } from 'node:fs';
import { Fault } from '../../errors.ts';
import {
  createFetchPicture,
  type FoundPicture,
  fetchLimits,
  type PictureNeeds,
  tooLarge,
  createHostLimiter,
  type HostLimiter,
} from './fetch-picture.ts';
import { pathInFolder } from './image-place.ts';
import { hashBytes } from './picture-caches.ts';

export const pictureLimits = {
  perHost: 6,
  /** After this many failures in a row a host is not contacted again in this import. */
  failures: 3,
} as const;

/** `needsBytes`: return the bytes even of a known picture. */
export type FindPicture = (images: readonly string[], needsBytes?: boolean) => Promise<FoundPicture>;

type FinderNeeds = PictureNeeds & {
  readonly folder: string | null;
  /** Shared by several finders; each has its own unless given. */
  readonly hosts?: HostLimiter;
};

const none = (reason: string): FoundPicture => ({ kind: 'none', reason });

/** Changes whenever the file changes, so that unchanged files need not be read. */
const describeFileState = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${ino}-${size}-${mtimeMs}-${ctimeMs}`;

const indexKeyOf = (file: string): string => `file:${file}`;

/** Finds pictures in a folder. An unchanged file is recognised without reading it. */
const createFolderFinder = ({ folder, index, now }: FinderNeeds) => {
  const read = (file: string, state: string): FoundPicture => {
    const bytes = readFileSync(file);
    const hash = hashBytes(bytes);
    const checkedAtMs = now().getTime();
    index.set(indexKeyOf(file), { hash, etag: state, lastModified: null, checkedAtMs });
    return { kind: 'bytes', hash, bytes };
  };
  return (name: string, needsBytes: boolean): FoundPicture => {
    if (folder === null) return none('the dataset has no image folder');
    const file = pathInFolder(folder, name);
    if (file === null) return none('named outside the image folder');
    try {
      const stats = statSync(file);
      if (stats.size > fetchLimits.bytes) return none(tooLarge);
      const state = describeFileState(stats);
      const indexed = needsBytes ? null : index.get(indexKeyOf(file));
      return indexed?.etag === state ? { kind: 'seen', hash: indexed.hash } : read(file, state);
    } catch {
      return none('not in the image folder');
    }
  };
};

/** Finds the first usable picture of a product, among file names and URLs that the feed gives. */
export const createFindPicture = (needs: FinderNeeds): FindPicture => {
  const findInFolder = createFolderFinder(needs);
  const fetchPicture = createFetchPicture(needs);
  const { recheckAfterMs = fetchLimits.recheckAfterMs, hosts = createHostLimiter(pictureLimits) } = needs;

  const findIndexed = async (url: string, needsBytes: boolean): Promise<FoundPicture | null> => {
    const entry = needs.index.get(url);
    if (entry === null) return null;
    const isFresh = needs.now().getTime() - entry.checkedAtMs < recheckAfterMs;
    if (!needsBytes) return isFresh ? { kind: 'seen', hash: entry.hash } : null;
    const bytes = await needs.store.get(entry.hash);
    return bytes && { kind: 'bytes', hash: entry.hash, bytes };
  };

  const fetchOrExplain = async (url: string, needsBytes: boolean): Promise<FoundPicture> => {
    try {
      return await fetchPicture(url, needsBytes);
    } catch (error) {
      // A refused address is not a failure of its host.
      if (error instanceof Fault) return none(error.message.replace(/\.$/, ''));
      throw error;
    }
  };

  const findAtAddress = async (url: string, needsBytes: boolean): Promise<FoundPicture> => {
    const before = await findIndexed(url, needsBytes);
    if (before !== null) return before;
    const { host } = new URL(url);
    const fail = (): FoundPicture => none(`${host} cannot be reached`);
    return hosts.run(host, () => fetchOrExplain(url, needsBytes), fail);
  };

  return async (images, needsBytes = false) => {
    let last = none('the feed names none');
    for (const name of images) {
      needs.signal.throwIfAborted();
      const isAddress = /^https?:\/\//i.test(name) && URL.canParse(name);
      last = isAddress ? await findAtAddress(name, needsBytes) : findInFolder(name, needsBytes);
      if (last.kind !== 'none') return last;
    }
    return last;
  };
};
