import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';
import type { Fetch } from './fetch.ts';
import { delayMs, retryDefaults, type RetryOptions } from './retry.ts';

export const downloadDefaults = { maximumBytes: 20 * 1024 ** 3 } as const;

const validators = Type.Object({
  url: Type.String(),
  etag: Type.Union([Type.String(), Type.Null()]),
  lastModified: Type.Union([Type.String(), Type.Null()]),
});

/** What a server gave to recognise a state of a file by. */
type Validators = Static<typeof validators>;

export type Download = {
  readonly url: string;
  readonly file: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly maximumBytes?: number;
  readonly retry?: RetryOptions;
};

/**
 * Brings `file` to what the address holds now. A file that did not change is not sent again; a download that
 * was cut goes on where it stopped, unless the server's file changed meanwhile; half a download is never
 * under the name `file`. The last answer that is no success is returned, for the caller to tell.
 */
export const download = async (
  fetch: Fetch,
  wanted: Download,
): Promise<'changed' | 'unchanged' | Response> => {
  const retry = wanted.retry ?? retryDefaults;
  await mkdir(dirname(wanted.file), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(fetch, wanted);
    } catch (error) {
      const isFinal = error instanceof Fault && error.code !== 'unavailable';
      if (isFinal || attempt >= retry.attempts || wanted.signal?.aborted === true) throw error;
    }
    await sleep(delayMs(attempt, null, retry), undefined, wanted.signal ? { signal: wanted.signal } : {});
  }
};

const partialOf = (file: string): string => `${file}.partial`;
const aboutFile = (file: string): string => `${file}.about.json`;

const downloadOnce = async (fetch: Fetch, wanted: Download): Promise<'changed' | 'unchanged' | Response> => {
  const { url, file, signal } = wanted;
  const begun = await begunDownload(url, file);
  const response = await fetch(url, {
    // Bytes as they are: a range of something packed on the way would mean nothing.
    headers: { ...wanted.headers, 'accept-encoding': 'identity', ...(await conditions(url, file, begun)) },
    ...(signal && { signal }),
  });
  if (response.status === 304) return 'unchanged';
  if (response.status === 416 && begun !== null) return startAgain(fetch, wanted, response);
  if (!response.ok || response.body === null) return response;
  const goesOn = response.status === 206 && begun !== null && startOf(response) === begun.bytes;
  const about = { url, ...validatorsOf(response) };
  await writeFile(aboutFile(partialOf(file)), JSON.stringify(about));
  await append(response.body, wanted, goesOn ? begun.bytes : 0);
  await settle(file, about);
  return 'changed';
};

const startAgain = async (
  fetch: Fetch,
  wanted: Download,
  response: Response,
): ReturnType<typeof downloadOnce> => {
  await response.body?.cancel();
  await rm(partialOf(wanted.file), { force: true });
  return downloadOnce(fetch, wanted);
};

type Begun = { readonly bytes: number; readonly ifRange: string };

/** What is left of an earlier attempt, if the server can say whether it still fits. */
const begunDownload = async (url: string, file: string): Promise<Begun | null> => {
  const about = await readAbout(partialOf(file), url);
  const ifRange = strong(about?.etag ?? null) ?? about?.lastModified ?? null;
  const bytes = await sizeOf(partialOf(file));
  return ifRange === null || bytes === 0 ? null : { bytes, ifRange };
};

/** A weak tag says "means the same", not "is the same to the byte": no range can be asked by it. */
const strong = (etag: string | null): string | null => (etag?.startsWith('W/') === true ? null : etag);

const conditions = async (
  url: string,
  file: string,
  begun: Begun | null,
): Promise<Record<string, string>> => {
  if (begun !== null) return { range: `bytes=${begun.bytes}-`, 'if-range': begun.ifRange };
  const about = (await sizeOf(file)) > 0 ? await readAbout(file, url) : null;
  return {
    ...(about?.etag && { 'if-none-match': about.etag }),
    ...(about?.lastModified && { 'if-modified-since': about.lastModified }),
  };
};

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

const readAbout = async (file: string, url: string): Promise<Validators | null> => {
  try {
    const about: unknown = JSON.parse(await readFile(aboutFile(file), 'utf8'));
    return Value.Check(validators, about) && about.url === url ? about : null;
  } catch {
    return null;
  }
};

const validatorsOf = (response: Response): Omit<Validators, 'url'> => ({
  etag: response.headers.get('etag'),
  lastModified: response.headers.get('last-modified'),
});

const startOf = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? -1);

const append = async (body: ReadableStream<Uint8Array>, wanted: Download, from: number): Promise<void> => {
  const limit = wanted.maximumBytes ?? downloadDefaults.maximumBytes;
  async function* limited(): AsyncGenerator<Uint8Array> {
    let size = from;
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      yield piece;
    }
  }
  const sink = createWriteStream(partialOf(wanted.file), { flags: from > 0 ? 'a' : 'w' });
  await pipeline(limited, sink, wanted.signal ? { signal: wanted.signal } : {});
};

const tooLarge = (limit: number): Fault =>
  new Fault('too-large', `The download is larger than ${Math.round(limit / 1024 / 1024)} MB.`, {
    nextStep: 'Check that the address is the one of the feed.',
  });

/** Durable before it gets its name; the validators follow, because without them it is only fetched once more. */
const settle = async (file: string, about: Validators): Promise<void> => {
  const partial = partialOf(file);
  const handle = await open(partial, 'r+');
  await handle.sync();
  await handle.close();
  await rm(aboutFile(file), { force: true });
  await rename(partial, file);
  await rm(aboutFile(partial), { force: true });
  await writeFile(aboutFile(file), JSON.stringify(about));
};
