import type { IncomingHttpHeaders } from 'node:http';

/** A request as the edge sees it, independent of the web framework. */
export type Call = {
  readonly method: string;
  /** Path and query as received, not decoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly scheme: 'http' | 'https';
  /** The caller's own `X-Request-Id` if it is valid, otherwise a new one. */
  readonly requestId: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Whether the answer has been sent or the caller has disconnected. */
  readonly isClosed: () => boolean;
  /** Runs the listener once when that happens, or at once if it has happened. */
  readonly whenClosed: (listener: () => void) => void;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** A proxy may send `http://host/path`, which means the same as `/path`. */
export const urlPath = (url: string): string => {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
};

export const urlQuery = (url: string): string => {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return url.slice(start + 1, end < 0 ? undefined : end);
};
