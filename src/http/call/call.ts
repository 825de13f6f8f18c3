import { randomUUID } from 'node:crypto';
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

export const requestIdHeader = 'x-request-id';

/** The caller's own id if it is valid, so that the logs of both sides can be matched; otherwise a new one. */
export const resolveRequestId = ({ headers }: Pick<Call, 'headers'>): string => {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
};

/** What an operation answers, before it is sent or cached. */
export type OperationAnswer = {
  readonly body: Buffer;
  /** Dataset version the answer was computed from. */
  readonly version: string;
  readonly cacheControl: string;
  readonly querySummary: QuerySummary;
  /** False: it depends on this call alone (a share of the traffic), or a part of it failed. */
  readonly isReusable: boolean;
};

/** The query of a call for analytics: which box, which text, and whether there were results. */
export type QuerySummary = {
  readonly boxId: number;
  readonly kind: 'pattern' | 'identifier';
  readonly text: string;
  readonly hasResults: boolean;
  /** The campaigns that changed the answer, by rule id. */
  readonly campaigns?: readonly number[];
};
