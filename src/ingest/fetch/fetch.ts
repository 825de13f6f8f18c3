import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../errors.ts';

export type FetchOptions = {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Sent by POST. Redirects are not followed. */
  readonly body?: string;
  readonly onRedirect?: (response: Response) => void;
};

/** The only way to fetch. `compose.ts` decides which addresses it may reach. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

/** What a server says about the state of a file (RFC 9110). */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export const readValidators = ({ headers }: Response): Validators => ({
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
});

/** Lets the server answer 304 while the file is as it was. */
export const conditionalHeaders = (known: Validators | null): Record<string, string> => ({
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
});

export type RetryOptions = {
  readonly attempts: number;
  readonly firstDelayMs: number;
  /** Upper limit, also for Retry-After. */
  readonly maximumDelayMs: number;
};

export const retryDefaults: RetryOptions = { attempts: 4, firstDelayMs: 500, maximumDelayMs: 60_000 };

const retryableStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Repeats a request after temporary failures, with exponential backoff and jitter. */
export const withRetries =
  (fetch: Fetch, options: RetryOptions = retryDefaults): Fetch =>
  async (url, request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= options.attempts;
      const response = await fetch(url, request).catch((error: unknown) => {
        request.signal?.throwIfAborted();
        if (isLast || isFinal(error)) throw error;
        return null;
      });
      request.signal?.throwIfAborted();
      if (response !== null && (isLast || !retryableStatuses.has(response.status))) return response;
      await response?.body?.cancel();
      const requestedMs = response && retryAfterMs(response, Date.now());
      const { signal } = request;
      await sleep(delayMs(attempt, requestedMs, options), undefined, signal ? { signal } : {});
    }
  };

/** Another attempt would end the same way. */
export const isFinal = (error: unknown): boolean => error instanceof Fault && error.code !== 'unavailable';

export const delayMs = (attempt: number, requestedMs: number | null, options: RetryOptions): number => {
  const longest = options.firstDelayMs * 2 ** (attempt - 1);
  const own = longest / 2 + (Math.random() * longest) / 2;
  return Math.min(Math.max(own, requestedMs ?? 0), options.maximumDelayMs);
};

/** Retry-After is a number of seconds or a date. */
export const retryAfterMs = (response: Response, nowMs: number): number | null => {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
};
