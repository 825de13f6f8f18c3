import type { IncomingHttpHeaders } from 'node:http';

/** A request, as far as the edge cares. Nothing here knows a web framework. */
export type Call = {
  readonly method: string;
  /** Path and query as they came over the wire. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly scheme: 'http' | 'https';
  /** The caller's own id where it is a sane one. */
  readonly requestId: string;
  /** Network address of whoever calls. */
  readonly address: string;
  /** Runs the listener once, when the answer has left or the caller has. */
  readonly whenSent: (listener: () => void) => void;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** A proxy may ask for `http://host/path`, which means the same as `/path`. */
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
