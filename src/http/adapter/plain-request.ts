import type { IncomingHttpHeaders } from 'node:http';

export type PlainRequest = {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly block: HeaderBlock;
};

/** Headers of a request as text, and what they say. */
type HeaderBlock = {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** The caller wants the connection closed after the answer. */
  readonly isLast: boolean;
};

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
 * Reads bytes that are exactly one plain GET, HEAD or OPTIONS of one of these paths; null for everything else, which is not
 * refused but read by node:http. So this only accepts what has one meaning for every HTTP parser: one request line and one
 * line for each header, each header once, printable ASCII only, one Host, no body.
 *
 * A client sends the same headers with each call of a connection: those of the one before are not parsed again.
 */
export const readPlainRequest = (
  bytes: Buffer,
  paths: ReadonlySet<string>,
  before: PlainRequest | null,
): PlainRequest | null => {
  if (bytes.length > maximumBytes) return null;
  const text = bytes.toString('latin1');
  const methodEnd = text.indexOf(' ');
  const lineEnd = text.indexOf('\r\n');
  const method = text.slice(0, methodEnd);
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return null;
  if (!text.startsWith(' HTTP/1.1', lineEnd - 9)) return null;
  const url = text.slice(methodEnd + 1, lineEnd - 9);
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (!paths.has(path) || !/^[!"$-~]+$/.test(url)) return null;
  const lines = text.slice(lineEnd + 2);
  const block = before !== null && before.block.text === lines ? before.block : readHeaders(lines);
  return block === null ? null : { method, path, url, block };
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
