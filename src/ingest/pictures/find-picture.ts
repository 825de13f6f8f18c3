import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, normalize, relative } from 'node:path';
import type { Fetch } from '../sources/fetch-feed.ts';
import { createHosts } from './hosts.ts';
import type { AddressBook } from './vector-cache.ts';

export const pictureLimits = {
  bytes: 10 << 20,
  timeoutMs: 10_000,
  /** Downloads at once from one host. */
  perHost: 6,
  /** Failures in a row after which a host is not asked again in this import. */
  failures: 3,
} as const;

export type FoundPicture =
  | {
      readonly kind: 'bytes';
      readonly hash: string;
      readonly bytes: Uint8Array;
      readonly url: string | null;
    }
  /** Seen at this address before; its vector may be known. */
  | { readonly kind: 'seen'; readonly hash: string; readonly url: string }
  | { readonly kind: 'none'; readonly reason: string };

export type FindPicture = (images: readonly string[], again?: boolean) => Promise<FoundPicture>;

const none = (reason: string): FoundPicture => ({ kind: 'none', reason });

const found = (bytes: Uint8Array, url: string | null): FoundPicture => ({
  kind: 'bytes',
  hash: createHash('sha256').update(bytes).digest('hex'),
  bytes,
  url,
});

const tooLarge = none(`larger than ${pictureLimits.bytes >> 20} MB`);

const fromFolder = async (folder: string | null, name: string): Promise<FoundPicture> => {
  if (folder === null) return none('the dataset has no image folder');
  const file = join(folder, normalize(name.replace(/^[/\\]+/, '')));
  const inside = relative(folder, file);
  if (inside.startsWith('..') || isAbsolute(inside)) return none('named outside the image folder');
  try {
    if ((await stat(file)).size > pictureLimits.bytes) return tooLarge;
    return found(await readFile(file), null);
  } catch {
    return none('not in the image folder');
  }
};

const readLimited = async (response: Response): Promise<Uint8Array | null> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > pictureLimits.bytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

/** "Here is what a feed says about a product's pictures: which one do we have?" The first usable name wins. */
export const createFindPicture = (needs: {
  readonly folder: string | null;
  readonly fetch: Fetch;
  readonly addresses: AddressBook;
  readonly signal: AbortSignal;
}): FindPicture => {
  const hosts = createHosts({
    perHost: pictureLimits.perHost,
    failures: pictureLimits.failures,
  });

  const download = async (url: string): Promise<FoundPicture> => {
    const signal = AbortSignal.any([needs.signal, AbortSignal.timeout(pictureLimits.timeoutMs)]);
    const response = await needs.fetch(url, { signal });
    if (!response.ok) return none(`its address answers ${response.status}`);
    const bytes = await readLimited(response);
    if (bytes === null) return tooLarge;
    const picture = found(bytes, url);
    if (picture.kind === 'bytes') await needs.addresses.note(url, picture.hash);
    return picture;
  };

  const fromAddress = async (url: string, again: boolean): Promise<FoundPicture> => {
    const hash = again ? null : await needs.addresses.hashAt(url);
    if (hash !== null) return { kind: 'seen', hash, url };
    const { host } = new URL(url);
    return hosts.visit(
      host,
      () => download(url),
      () => none(`${host} cannot be reached`),
    );
  };

  return async (images, again = false) => {
    let last = none('the feed names none');
    for (const name of images) {
      needs.signal.throwIfAborted();
      const isAddress = /^https?:\/\//i.test(name) && URL.canParse(name);
      last = isAddress ? await fromAddress(name, again) : await fromFolder(needs.folder, name);
      if (last.kind !== 'none') return last;
    }
    return last;
  };
};
