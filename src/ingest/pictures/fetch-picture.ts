import { atMost } from '../../domain/at-most.ts';
import { memoize } from '../../domain/memoize.ts';
import {
  conditionalHeaders,
  type Fetch,
  readValidators,
  withRetries,
  type RetryOptions,
} from '../fetch/fetch.ts';
import type { PictureIndex, PictureStore } from './picture-caches.ts';

export const fetchLimits = {
  bytes: 10 << 20,
  timeoutMs: 10_000,
  /** After this time a known picture is requested again from its server. Default of the setting. */
  recheckAfterMs: 7 * 24 * 60 * 60 * 1000,
} as const;

const pictureRetry: RetryOptions = { attempts: 3, firstDelayMs: 300, maximumDelayMs: 10_000 };

export type FoundPicture =
  | { readonly kind: 'bytes'; readonly hash: string; readonly bytes: Uint8Array }
  /** Known at this address and unchanged; its vector may be cached. */
  | { readonly kind: 'seen'; readonly hash: string }
  | { readonly kind: 'none'; readonly reason: string };

export type PictureNeeds = {
  readonly fetch: Fetch;
  readonly index: PictureIndex;
  readonly store: PictureStore;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly recheckAfterMs?: number;
  readonly retry?: RetryOptions;
};

/**
 * Fetches a picture, unless the server says that it has not changed. Throws if the server cannot be reached; every HTTP
 * response is a result. `needsBytes`: return the bytes even if the picture has not changed.
 */
export const createFetchPicture = (needs: PictureNeeds) => {
  const fetchWithRetries = withRetries(fetchWholePicture(needs), needs.retry ?? pictureRetry);

  const savePicture = async (url: string, response: Response): Promise<FoundPicture> => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > fetchLimits.bytes) return { kind: 'none', reason: tooLarge };
    const hash = await needs.store.put(bytes);
    needs.index.set(url, { hash, ...readValidators(response), checkedAtMs: needs.now().getTime() });
    return { kind: 'bytes', hash, bytes };
  };

  return async (url: string, needsBytes: boolean): Promise<FoundPicture> => {
    const known = needsBytes ? null : needs.index.get(url);
    const response = await fetchWithRetries(url, {
      headers: { accept: 'image/avif,image/webp,image/*;q=0.9', ...conditionalHeaders(known) },
      signal: needs.signal,
    });
    if (response.status === 304 && known !== null) {
      needs.index.set(url, { ...known, checkedAtMs: needs.now().getTime() });
      return { kind: 'seen', hash: known.hash };
    }
    if (!response.ok) return { kind: 'none', reason: `its address answers ${response.status}` };
    return savePicture(url, response);
  };
};

export const tooLarge = `larger than ${fetchLimits.bytes >> 20} MB`;

/** Reads the whole body here, so that a connection that breaks off counts as a failed attempt and is retried. */
export const fetchWholePicture =
  ({ fetch, signal }: Pick<PictureNeeds, 'fetch' | 'signal'>): Fetch =>
  async (url, { headers }) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(fetchLimits.timeoutMs)]);
    const response = await fetch(url, { ...(headers && { headers }), signal: limited });
    if (response.status !== 200) {
      await response.body?.cancel();
      return new Response(null, { status: response.status, headers: response.headers });
    }
    return new Response(await readLimited(response), { status: 200, headers: response.headers });
  };

/** Stops after the limit; the caller checks the size. */
const readLimited = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > fetchLimits.bytes) break;
  }
  return Buffer.concat(pieces);
};

type Host = {
  readonly inTurn: ReturnType<typeof atMost>;
  failuresInARow: number;
  /** Until then every call fails at once, in milliseconds since 1970. */
  restsUntilMs: number;
};

type Limits = {
  readonly perHost: number;
  readonly failures: number;
  /** How long a failing host is left alone; for good unless given. */
  readonly restMs?: number;
  readonly now?: () => number;
};

export const createHostLimiter = (limits: Limits) => {
  const { perHost, failures, restMs = Infinity, now = () => Date.now() } = limits;
  const hostOf = memoize(
    (_name: string): Host => ({ inTurn: atMost(perHost), failuresInARow: 0, restsUntilMs: 0 }),
  );
  return {
    /**
     * Runs `work` when fewer than `perHost` calls to the host are running. If `work` throws, that is one
     * failure; after `failures` failures in a row every further call returns `onFailure()` at once, so that a
     * dead host cannot delay an import of a hundred thousand pictures.
     */
    run<T>(name: string, work: () => Promise<T>, onFailure: () => T): Promise<T> {
      const host = hostOf(name);
      return host.inTurn(async () => {
        try {
          if (host.restsUntilMs > now()) return onFailure();
          const result = await work();
          host.failuresInARow = 0;
          return result;
        } catch {
          host.failuresInARow += 1;
          if (host.failuresInARow >= failures) host.restsUntilMs = now() + restMs;
          return onFailure();
        }
      });
    },
  };
};

export type HostLimiter = ReturnType<typeof createHostLimiter>;
