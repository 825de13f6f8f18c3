import { Fault } from '../../errors.ts';
import type { FeedFormat, FeedItem } from '../feed.ts';
import { json } from './json.ts';
import { formatLimits } from './limits.ts';
import { ndjson } from './ndjson.ts';
import { isRowListName } from './row-list.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasRowList = (value: object): boolean =>
  Object.entries(value).some(([name, inner]) => isRowListName(name) && Array.isArray(inner));

/** A document with braces: one row a line, or one object around a list? */
const objectFormat = (text: string, isWhole: boolean): FeedFormat => {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '');
  const row = parsed(first);
  if (isObject(row)) return others.length === 0 && hasRowList(row) ? json : ndjson;
  const second = others[0];
  if (second !== undefined && isObject(parsed(second))) return ndjson;
  // The first line is longer than what was looked at: a list near its start tells a document from a row.
  if (others.length === 0 && !isWhole) return /^[^[]*"([A-Za-z]+)"\s*:\s*\[\s*\{/.test(text) ? json : ndjson;
  return json;
};

/** The format of a feed, from its first bytes; null when it is none we know. */
export const findFormat = (head: Buffer, isWhole: boolean): FeedFormat | null => {
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('[')) return json;
  if (text.startsWith('{')) return objectFormat(text, isWhole);
  return null;
};

/** Rows and faults of a feed in whatever format it is. */
export async function* readFeed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FeedItem> {
  const { head, isWhole, all } = await peek(bytes, formatLimits.headBytes);
  if (head.length === 0) return;
  const format = findFormat(head, isWhole);
  if (format === null) {
    throw new Fault('bad-input', 'The feed is neither JSON nor NDJSON.', {
      nextStep: 'Give a JSON list, an object with "Products", or one JSON object a line; plain or gzip.',
    });
  }
  yield* format(all);
}

/** The first bytes of a stream, and the whole stream all the same. */
export const peek = async (bytes: AsyncIterable<Uint8Array>, enough: number) => {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let seenBytes = 0;
  let isWhole = false;
  while (seenBytes < enough && !isWhole) {
    const next = await iterator.next();
    if (next.done === true) isWhole = true;
    else {
      seen.push(next.value);
      seenBytes += next.value.length;
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(seen), isWhole, all: all() };
};
