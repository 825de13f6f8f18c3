import type { FeedAuth } from '../../domain/dataset.ts';
import { Fault } from '../../errors.ts';
import { download } from '../fetch/download.ts';
import type { Fetch } from '../fetch/fetch.ts';
import type { RetryOptions } from '../fetch/retry.ts';

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

/** The message of `fetch failed` says nothing, its cause does. */
const rootMessage = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
