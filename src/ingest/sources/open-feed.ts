import { existsSync } from 'node:fs';
import { stat, mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Dataset, FeedAuth } from '../../domain/dataset.ts';
import type { ImportOrder } from '../../domain/import-order.ts';
import { Fault } from '../../errors.ts';
import type { FeedItem } from '../formats/feed.ts';
import { feedFormats, readFeed } from '../formats/find/find-format.ts';
import { readLastModified, download } from '../fetch/download.ts';
import { type Fetch, type RetryOptions, withRetries } from '../fetch/fetch.ts';
import { readFeedFile } from '../formats/unpack.ts';

export type OpenedFeed = Awaited<ReturnType<typeof openUnchanged>>;
type Request = {
  readonly dataset: Pick<Dataset, 'source'>;
  readonly order: Pick<ImportOrder, 'feed' | 'imagesFolder'>;
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
const openUnchanged = async (file: string, images: string | null, lastModified: number | null) => {
  const stateBefore = await fileState(file).catch(() => null);
  let timestamp: number | null = null;
  const onTimestamp = (instant: number): void => void (timestamp = instant);
  return {
    /** Reads from the beginning; may be called several times. */
    read: (): AsyncIterable<FeedItem> => readFeed(readFeedFile(file), feedFormats, onTimestamp),
    images,
    /**
     * When the feed was written, in milliseconds since 1970: what it says itself, once it was read, else `Last-Modified` of
     * its server, else the time of the file. Never later than `nowMs`: a wrong clock must not mask live changes.
     */
    writtenAt: async (nowMs: number): Promise<number> =>
      Math.min(timestamp ?? lastModified ?? Math.floor((await stat(file)).mtimeMs), nowMs),
    /** Throws if the file has changed since it was opened: several passes over it would not fit together. */
    async assertSame(): Promise<void> {
      if ((await fileState(file).catch(() => null)) === stateBefore) return;
      const name = basename(file);
      throw new Fault('conflict', `The feed ${name} was changed while it was read.`, {
        nextStep: 'Import it again once it is written whole. The live version was not changed.',
        reason: { reason: 'feed-changed', values: { file: name } },
      });
    },
  };
};

const authHeaders = (auth: FeedAuth | null): Record<string, string> => {
  if (auth === null) return {};
  if (auth.kind === 'header') return { [auth.name]: auth.value };
  return { authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}` };
};

/** Without the query, which may hold a password or a token. */
const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

const downloadFault = (url: string, detail: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The feed ${withoutQuery(url)} could not be downloaded: ${detail}.`, {
    nextStep: 'Check the address and the sign-in of the feed, then import again. Nothing was changed.',
    reason: { reason: 'not-downloaded', values: { address: withoutQuery(url), why: detail } },
    cause,
  });

export type FeedRequest = {
  readonly url: string;
  readonly auth: FeedAuth | null;
  readonly file: string;
  readonly signal?: AbortSignal;
  readonly retry?: RetryOptions;
};

/** Downloads a feed to `file`; an unchanged feed is not sent again. */
const fetchFeed = async (fetch: Fetch, { auth, ...request }: FeedRequest): Promise<void> => {
  try {
    const outcome = await download(fetch, { ...request, headers: authHeaders(auth) });
    if (typeof outcome === 'string') return;
    await outcome.body?.cancel();
    throw downloadFault(request.url, `the server answered ${outcome.status}`);
  } catch (cause) {
    if (cause instanceof Fault || request.signal?.aborted === true) throw cause;
    throw downloadFault(request.url, cause instanceof Error ? rootMessage(cause) : 'no answer', cause);
  }
};

/** Downloads at most `bytes` of a feed; returns whether that is only a part of it. */
export const fetchFeedStart = async (
  fetch: Fetch,
  { url, auth, file, signal, bytes }: FeedRequest & { readonly bytes: number },
): Promise<boolean> => {
  const limit = AbortSignal.timeout(startDefaults.timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const response = await withRetries(fetch)(url, { headers: authHeaders(auth), signal: either });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw downloadFault(url, `the server answered ${response.status}`);
    }
    return await saveStart(response.body, file, bytes);
  } catch (cause) {
    if (cause instanceof Fault || signal?.aborted === true) throw cause;
    throw downloadFault(url, cause instanceof Error ? rootMessage(cause) : 'no answer', cause);
  }
};

const startDefaults = { timeoutMs: 60_000 } as const;

const saveStart = async (body: ReadableStream<Uint8Array>, file: string, bytes: number): Promise<boolean> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'w', 0o600);
  let size = 0;
  try {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      await handle.write(piece);
      size += piece.length;
      // Leaving the loop cancels the rest of the body.
      if (size > bytes) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
};

/** The message of `fetch failed` says nothing, its cause does. */
const rootMessage = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
