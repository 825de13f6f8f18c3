import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';
import { diskFiles } from '../../files/files.ts';
import {
  conditionalHeaders,
  type Fetch,
  readValidators,
  delayMs,
  isFinal,
  retryDefaults,
  type RetryOptions,
} from './fetch.ts';

const downloadDefaults = { maximumBytes: 20 * 1024 ** 3 } as const;

const validatorsSchema = Type.Object({
  url: Type.String(),
  etag: Type.Union([Type.String(), Type.Null()]),
  lastModified: Type.Union([Type.String(), Type.Null()]),
});

type StoredValidators = Static<typeof validatorsSchema>;

export type Download = {
  readonly url: string;
  readonly file: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly maximumBytes?: number;
  readonly retry?: RetryOptions;
  readonly pace?: PaceLimits;
};

/** A download with what ends it: the caller's signal, or a server that is too slow. */
type PacedDownload = Download & { readonly signal: AbortSignal; readonly count: (bytes: number) => void };

type Outcome = 'changed' | 'unchanged' | Response;

/**
 * Updates `file` to the current content of the address. An unchanged file is not sent again. An interrupted
 * download is resumed, unless the file on the server has changed. A partial download is never visible under
 * the name `file`. Returns the last response that is no success, for the caller to report.
 */
export const download = async (fetch: Fetch, request: Download): Promise<Outcome> => {
  await mkdir(dirname(request.file), { recursive: true });
  const pace = watchPace(request.pace ?? paceDefaults);
  const signal = request.signal ? AbortSignal.any([request.signal, pace.signal]) : pace.signal;
  try {
    return await downloadWithRetries(fetch, { ...request, signal, count: pace.count });
  } catch (error) {
    throw pace.signal.aborted ? pace.signal.reason : error;
  } finally {
    pace.stop();
  }
};

const downloadWithRetries = async (fetch: Fetch, request: PacedDownload): Promise<Outcome> => {
  const { signal, retry = retryDefaults } = request;
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(fetch, request);
    } catch (error) {
      if (isFinal(error) || attempt >= retry.attempts || signal.aborted) throw error;
    }
    await sleep(delayMs(attempt, null, retry), undefined, { signal });
  }
};

const partialFile = (file: string): string => `${file}.partial`;
const validatorsFile = (file: string): string => `${file}.about.json`;

const downloadOnce = async (fetch: Fetch, request: PacedDownload): Promise<Outcome> => {
  const { url, file, signal } = request;
  const partial = await readPartialDownload(url, file);
  const conditions = await requestHeaders(url, file, partial);
  // Uncompressed: a range of a compressed response could not be appended.
  const headers = { ...request.headers, 'accept-encoding': 'identity', ...conditions };
  const response = await fetch(url, { headers, signal });
  if (response.status === 304) return 'unchanged';
  if (response.status === 416 && partial !== null) {
    await response.body?.cancel();
    await rm(partialFile(file), { force: true });
    return downloadOnce(fetch, request);
  }
  if (!response.ok || response.body === null) return response;
  const isResumed = response.status === 206 && partial !== null && readRangeStart(response) === partial.bytes;
  const validators = { url, ...readValidators(response) };
  await writeFile(validatorsFile(partialFile(file)), JSON.stringify(validators));
  await writeBody(response.body, request, isResumed ? partial.bytes : 0);
  await finishDownload(file, validators);
  return 'changed';
};

type PartialDownload = { readonly bytes: number; readonly ifRange: string };

/** The partial file of an earlier attempt, if the server gave a validator to resume it with. */
const readPartialDownload = async (url: string, file: string): Promise<PartialDownload | null> => {
  const validators = await readStored(partialFile(file), url);
  const ifRange = strongEtag(validators?.etag ?? null) ?? validators?.lastModified ?? null;
  const bytes = await fileSize(partialFile(file));
  return ifRange === null || bytes === 0 ? null : { bytes, ifRange };
};

/** A weak tag promises equivalent content, not equal bytes, so it cannot be used for a range request. */
const strongEtag = (etag: string | null): string | null => (etag?.startsWith('W/') === true ? null : etag);

const requestHeaders = async (url: string, file: string, partial: PartialDownload | null) => {
  if (partial !== null) return { range: `bytes=${partial.bytes}-`, 'if-range': partial.ifRange };
  return conditionalHeaders((await fileSize(file)) > 0 ? await readStored(file, url) : null);
};

const fileSize = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

const readStored = async (file: string, url: string): Promise<StoredValidators | null> => {
  try {
    const validators: unknown = JSON.parse(await readFile(validatorsFile(file), 'utf8'));
    return Value.Check(validatorsSchema, validators) && validators.url === url ? validators : null;
  } catch {
    return null;
  }
};

/** The instant of a downloaded file as its server gave it, in milliseconds since 1970; null when it gave none. */
export const readLastModified = async (url: string, file: string): Promise<number | null> => {
  const instant = Date.parse((await readStored(file, url))?.lastModified ?? '');
  return Number.isNaN(instant) ? null : instant;
};

const readRangeStart = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? -1);

const writeBody = async (body: ReadableStream<Uint8Array>, request: PacedDownload, from: number) => {
  const limit = request.maximumBytes ?? downloadDefaults.maximumBytes;
  async function* limited() {
    let size = from;
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.length;
      request.count(piece.length);
      if (size > limit) throw tooLarge(limit);
      yield piece;
    }
  }
  const sink = createWriteStream(partialFile(request.file), { flags: from > 0 ? 'a' : 'w' });
  await pipeline(limited, sink, { signal: request.signal });
};

const tooLarge = (limit: number): Fault =>
  new Fault('too-large', `The download is larger than ${Math.round(limit / 1024 / 1024)} MB.`, {
    nextStep: 'Check that the address is the one of the feed.',
  });

/** The file is synced before the rename. The validators are written last: without them the file is only downloaded once more. */
const finishDownload = async (file: string, validators: StoredValidators): Promise<void> => {
  const partial = partialFile(file);
  await diskFiles.sync(partial);
  await rm(validatorsFile(file), { force: true });
  await diskFiles.rename(partial, file);
  await rm(validatorsFile(partial), { force: true });
  await writeFile(validatorsFile(file), JSON.stringify(validators));
};

export type PaceLimits = {
  /** The whole download, all attempts included. */
  readonly deadlineMs: number;
  /** Fewer bytes in a window end the download. */
  readonly windowMs: number;
  readonly bytesPerWindow: number;
};

export const paceDefaults: PaceLimits = {
  deadlineMs: 3 * 60 * 60 * 1000,
  windowMs: 60_000,
  bytesPerWindow: 60_000,
};

const tooSlow = (reason: string): Fault =>
  new Fault('unavailable', `The download was stopped: ${reason}.`, {
    nextStep: 'Check the server of the feed, then import again. The live version stays.',
  });

/** Ends a download that takes too long: a server that sends a few bytes now and then must not keep it for ever. */
export const watchPace = ({ deadlineMs, windowMs, bytesPerWindow }: PaceLimits) => {
  const controller = new AbortController();
  let bytes = 0;
  const deadline = setTimeout(
    () => controller.abort(tooSlow(`it took more than ${Math.round(deadlineMs / 60_000)} minutes`)),
    deadlineMs,
  );
  const window = setInterval(() => {
    if (bytes < bytesPerWindow)
      controller.abort(tooSlow(`the server sent ${bytes} bytes in ${Math.round(windowMs / 1000)} seconds`));
    bytes = 0;
  }, windowMs);
  return {
    /** Aborted, with a Fault as its reason, when the download is too slow. */
    signal: controller.signal,
    count: (more: number): void => void (bytes += more),
    stop: (): void => {
      clearTimeout(deadline);
      clearInterval(window);
    },
  };
};
