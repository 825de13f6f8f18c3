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

/** Without what could be a password or a token. */
const shown = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

const unreachable = (url: string, why: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The feed ${shown(url)} could not be downloaded: ${why}.`, {
    nextStep: 'Check the address and the sign-in of the feed, then import again. Nothing was changed.',
    reason: { reason: 'not-downloaded', values: { address: shown(url), why } },
    cause,
  });

export type FeedRequest = {
  readonly url: string;
  readonly auth: FeedAuth | null;
  readonly file: string;
  readonly signal?: AbortSignal;
  readonly retry?: RetryOptions;
};

/** Brings the feed at an address to `file`, whole; one that did not change is not sent again. */
export const fetchFeed = async (fetch: Fetch, { auth, ...wanted }: FeedRequest): Promise<void> => {
  try {
    const outcome = await download(fetch, { ...wanted, headers: authHeaders(auth) });
    if (typeof outcome === 'string') return;
    await outcome.body?.cancel();
    throw unreachable(wanted.url, `the server answered ${outcome.status}`);
  } catch (cause) {
    if (cause instanceof Fault || wanted.signal?.aborted === true) throw cause;
    throw unreachable(wanted.url, cause instanceof Error ? reasonOf(cause) : 'no answer', cause);
  }
};

/** `fetch failed` says nothing: the cause beneath it does. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;
