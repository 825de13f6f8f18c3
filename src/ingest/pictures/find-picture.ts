import { readFileSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import { Fault } from '../../errors.ts';
import {
  createFetchPicture,
  type FetchedPicture,
  fetchLimits,
  type PictureNeeds,
  tooLarge,
} from './fetch-picture.ts';
import { createHostLimiter } from './host-limiter.ts';
import { hashBytes } from './picture-store.ts';

export const pictureLimits = {
  /** Downloads at once from one host. */
  perHost: 6,
  /** Failures in a row after which a host is not asked again in this import. */
  failures: 3,
} as const;

export type FoundPicture =
  | FetchedPicture
  | { readonly kind: 'bytes'; readonly hash: string; readonly bytes: Uint8Array; readonly url: null };

/** `again`: the bytes are wanted, also of a picture that was seen before. */
export type FindPicture = (images: readonly string[], again?: boolean) => Promise<FoundPicture>;

type FinderNeeds = PictureNeeds & { readonly folder: string | null };

const none = (reason: string): FoundPicture => ({ kind: 'none', reason });

/** Changes with whatever is done to a file: its bytes need not be read to know that they are the same. */
const stateOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}-${size}-${mtimeMs}-${ctimeMs}`;

/** How a file is known among addresses. */
const addressOf = (file: string): string => `file:${file}`;

/** Pictures in a folder; one that is as it was when it was last read is known without reading it. */
const createFromFolder = ({ folder, index: addresses, now }: FinderNeeds) => {
  const read = (file: string, state: string): FoundPicture => {
    const bytes = readFileSync(file);
    const hash = hashBytes(bytes);
    const checkedAtMs = now().getTime();
    addresses.set(addressOf(file), { hash, etag: state, lastModified: null, checkedAtMs });
    return { kind: 'bytes', hash, bytes, url: null };
  };
  return (name: string, again: boolean): FoundPicture => {
    if (folder === null) return none('the dataset has no image folder');
    const file = join(folder, normalize(name.replace(/^[/\\]+/, '')));
    const inside = relative(folder, file);
    if (inside.startsWith('..') || isAbsolute(inside)) return none('named outside the image folder');
    try {
      const stats = statSync(file);
      if (stats.size > fetchLimits.bytes) return none(tooLarge);
      const state = stateOf(stats);
      const known = again ? null : addresses.get(addressOf(file));
      return known?.etag === state ? { kind: 'seen', hash: known.hash, url: name } : read(file, state);
    } catch {
      return none('not in the image folder');
    }
  };
};

/** "Here is what a feed says about a product's pictures: which one do we have?" The first usable name wins. */
export const createFindPicture = (needs: FinderNeeds): FindPicture => {
  const fromFolder = createFromFolder(needs);
  const hosts = createHostLimiter(pictureLimits);
  const fetchPicture = createFetchPicture(needs);
  const { recheckAfterMs: believeMs = fetchLimits.recheckAfterMs } = needs;

  const known = async (url: string, again: boolean): Promise<FoundPicture | null> => {
    const entry = needs.index.get(url);
    if (entry === null) return null;
    const isFresh = needs.now().getTime() - entry.checkedAtMs < believeMs;
    if (!again) return isFresh ? { kind: 'seen', hash: entry.hash, url } : null;
    const bytes = await needs.store.get(entry.hash);
    return bytes && { kind: 'bytes', hash: entry.hash, bytes, url };
  };

  const fetched = async (url: string, again: boolean): Promise<FoundPicture> => {
    try {
      return await fetchPicture(url, again);
    } catch (error) {
      // A refused address says nothing about its host's health.
      if (error instanceof Fault) return none(error.message.replace(/\.$/, ''));
      throw error;
    }
  };

  const fromAddress = async (url: string, again: boolean): Promise<FoundPicture> => {
    const before = await known(url, again);
    if (before !== null) return before;
    const { host } = new URL(url);
    return hosts.run(
      host,
      () => fetched(url, again),
      () => none(`${host} cannot be reached`),
    );
  };

  return async (images, again = false) => {
    let last = none('the feed names none');
    for (const name of images) {
      needs.signal.throwIfAborted();
      const isAddress = /^https?:\/\//i.test(name) && URL.canParse(name);
      last = isAddress ? await fromAddress(name, again) : fromFolder(name, again);
      if (last.kind !== 'none') return last;
    }
    return last;
  };
};
