import type { IncomingHttpHeaders } from 'node:http';

/** Headers of a request as text, and what they say. */
export type HeaderBlock = {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** The caller wants the connection closed after the answer. */
  readonly isLast: boolean;
};

export type PlainRequest = { readonly path: string; readonly url: string; readonly block: HeaderBlock };

/** A longer request goes to node:http, which has its own limit. */
const maximumBytes = 8_192;

/** They change how the rest of the bytes is read, or need an answer of their own. */
const unusualNames = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads bytes that are exactly one plain GET of one of these paths; null for everything else, which is not refused but
 * read by node:http. So this only accepts what has one meaning for every HTTP parser: one request line and one line for
 * each header, each header once, printable ASCII only, one Host, no body.
 *
 * A client sends the same headers with each call of a connection: `known` are the last ones, and are not parsed again.
 */
export const readPlainRequest = (
  bytes: Buffer,
  paths: ReadonlySet<string>,
  known: HeaderBlock | null,
): PlainRequest | null => {
  if (bytes.length > maximumBytes) return null;
  const text = bytes.toString('latin1');
  const lineEnd = text.indexOf('\r\n');
  if (!text.startsWith('GET /') || !text.startsWith(' HTTP/1.1', lineEnd - 9)) return null;
  const url = text.slice(4, lineEnd - 9);
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (!paths.has(path) || !/^[!"$-~]+$/.test(url)) return null;
  const lines = text.slice(lineEnd + 2);
  const block = known?.text === lines ? known : readHeaders(lines);
  return block === null ? null : { path, url, block };
};

const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([ -~\t]*)$/;

const readHeaders = (text: string): HeaderBlock | null => {
  if (!text.endsWith('\r\n\r\n')) return null;
  const entries = new Map<string, string>();
  for (const line of text.slice(0, -4).split('\r\n')) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? [];
    const lower = name.toLowerCase();
    if (name === '' || unusualNames.has(lower) || entries.has(lower)) return null;
    entries.set(lower, value.trimEnd());
  }
  const connection = entries.get('connection')?.toLowerCase() ?? 'keep-alive';
  if (!entries.has('host') || (connection !== 'keep-alive' && connection !== 'close')) return null;
  return { text, headers: Object.fromEntries(entries), isLast: connection === 'close' };
};
