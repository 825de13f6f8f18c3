import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FeedAuth } from '../../domain/dataset.ts';
import { Fault } from '../../errors.ts';

/** How anything is fetched. Whoever composes the program decides which addresses may be reached. */
export type Fetch = (
  url: string,
  options: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>;

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
    cause,
  });

/** Downloads a feed beside `file` and renames it when it is whole: half a download is never read. */
export const fetchFeed = async (
  fetch: Fetch,
  { url, auth, file, signal }: { url: string; auth: FeedAuth | null; file: string; signal?: AbortSignal },
): Promise<void> => {
  const partial = `${file}.partial`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const response = await fetch(url, {
      headers: authHeaders(auth),
      ...(signal && { signal }),
    });
    if (!response.ok || response.body === null)
      throw unreachable(url, `the server answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(partial), signal ? { signal } : {});
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    if (cause instanceof Fault || signal?.aborted === true) throw cause;
    throw unreachable(url, cause instanceof Error ? cause.message : 'no answer', cause);
  }
};
