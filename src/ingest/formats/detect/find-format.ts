import { Fault } from '../../../errors.ts';
import type { FeedFormat, FeedItem, OnTimestamp } from '../feed.ts';
import { decodeText, detectEncoding } from '../encoding/encoding.ts';
import { peek } from '../byte-chunks.ts';
import { isRowListName, json } from '../json/json.ts';
import { formatLimits } from '../limits.ts';
import { ndjson } from '../json/ndjson.ts';
import { findTextFormat, decodeHead } from './text-format.ts';

const tryParse = (text: string): unknown => {
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

/** Text that starts with `{`: NDJSON, or one object that contains a list? */
const objectFormat = (text: string, isWhole: boolean): FeedFormat => {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '');
  const row = tryParse(first);
  if (isObject(row)) return others.length === 0 && hasRowList(row) ? json : ndjson;
  const second = others[0];
  if (second !== undefined && isObject(tryParse(second))) return ndjson;
  // The first line is longer than the sample: a list near its start means a document, otherwise NDJSON.
  if (others.length === 0 && !isWhole) return /^[^[]*"([A-Za-z]+)"\s*:\s*\[\s*\{/.test(text) ? json : ndjson;
  return json;
};

export type KnownFormat = {
  readonly name: string;
  /** The reader, when the start of a feed is in this format. `isWhole`: the feed has nothing after `text`. */
  readonly detect: (text: string, isWhole: boolean) => FeedFormat | null;
};

/** The first format that recognises a feed reads it. */
export const feedFormats: readonly KnownFormat[] = [
  { name: 'JSON list', detect: (text) => (text.startsWith('[') ? inUtf8(json) : null) },
  {
    name: 'JSON object or NDJSON',
    detect: (text, isWhole) => (text.startsWith('{') ? inUtf8(objectFormat(text, isWhole)) : null),
  },
  { name: 'XML, or CSV (also of Shopify and Magento)', detect: findTextFormat },
];

/** Detects the format from the first bytes; null when it is unknown. */
const findFormat = (
  head: Buffer,
  isWhole: boolean,
  formats: readonly KnownFormat[] = feedFormats,
): FeedFormat | null => {
  const text = decodeHead(head);
  for (const { detect } of formats) {
    const format = detect(text, isWhole);
    if (format !== null) return format;
  }
  return null;
};

/** The JSON readers work on UTF-8 bytes; UTF-16 is converted first. */
const inUtf8 = (format: FeedFormat): FeedFormat =>
  async function* (bytes, onTimestamp) {
    const { head, bytes: all } = await peek(bytes, 4);
    yield* format(isWide(head) ? encodeUtf8(decodeText(all)) : all, onTimestamp);
  };

const isWide = (head: Uint8Array): boolean => detectEncoding(head).startsWith('utf-16');

async function* encodeUtf8(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Reads rows and faults of a feed in any known format. */
export async function* readFeed(
  bytes: AsyncIterable<Uint8Array>,
  formats: readonly KnownFormat[] = feedFormats,
  onTimestamp?: OnTimestamp,
): AsyncGenerator<FeedItem> {
  const { head, isWhole, bytes: all } = await peek(bytes, formatLimits.headBytes);
  if (head.length === 0) return;
  const format = findFormat(head, isWhole, formats);
  if (format === null) {
    throw new Fault('bad-input', 'The feed is in no format that is known.', {
      nextStep: 'Give JSON, NDJSON, CSV with a header line, or Google Merchant XML; plain, gzip or zip.',
      reason: { reason: 'unknown-format' },
    });
  }
  yield* format(all, onTimestamp);
}
