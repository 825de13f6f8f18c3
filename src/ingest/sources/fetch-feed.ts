import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FeedAuth } from '../../domain/dataset.ts';
import { Fault } from '../../errors.ts';
import { download } from '../fetch/download.ts';
import type { Fetch } from '../fetch/fetch.ts';
import { type RetryOptions, withRetries } from '../fetch/retry.ts';

const authHeaders = (auth: FeedAuth | null): Record<string, string> => {
  if (auth === null) return {};
  if (auth.kind === 'header') return { [auth.name]: auth.value };
  return {
    authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`,
  };
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
export const fetchFeed = async (fetch: Fetch, { auth, ...request }: FeedRequest): Promise<void> => {
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
