import { Fault } from '../../../errors.ts';
import { peek } from '../byte-chunks.ts';
import { csv } from '../csv/csv.ts';
import { declaredSeparator, inspectDialect, createRecordReader } from '../csv/dialect.ts';
import { decodeText, detectEncoding } from '../encoding.ts';
import { type FeedFormat, type FeedItem, type OnTimestamp, formatLimits } from '../feed.ts';
import { isRowListName, json } from '../json/json.ts';
import { ndjson } from '../json/ndjson.ts';
import { isMagento, magento } from '../magento/magento.ts';
import { isShopify, shopify } from '../shopify/shopify.ts';
import { xml } from '../xml/xml.ts';

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

/** Whether text that starts with `{` is one object that contains a list; otherwise it is NDJSON. */
const isDocument = (text: string, isWhole: boolean): boolean => {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '');
  const row = tryParse(first);
  if (isObject(row)) return others.length === 0 && hasRowList(row);
  const second = others[0];
  if (second !== undefined && isObject(tryParse(second))) return false;
  // The first line is longer than the sample: a list near its start means a document, otherwise NDJSON.
  return others.length > 0 || isWhole || /^[^[]*"([A-Za-z]+)"\s*:\s*\[\s*\{/.test(text);
};

export type KnownFormat = {
  readonly name: string;
  /** The reader, when the start of a feed is in this format. `isWhole`: the feed has nothing after `text`. */
  readonly detect: (text: string, isWhole: boolean) => FeedFormat | null;
};

const table =
  (format: FeedFormat, isFormat: (header: ReadonlySet<string>) => boolean): KnownFormat['detect'] =>
  (text) =>
    isFormat(readHeader(text)) ? format : null;

const readHeader = (text: string): ReadonlySet<string> => {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const declared = declaredSeparator(lines[0] ?? '');
  if (declared !== null) lines.shift();
  const dialect = inspectDialect(lines.slice(0, -1).length > 0 ? lines.slice(0, -1) : lines);
  const reader = createRecordReader(declared === null ? dialect : { ...dialect, separator: declared });
  for (const line of lines) {
    if (reader.add(line) !== null || !reader.isOpen()) break;
  }
  return new Set(reader.fields().map((field) => field.trim()));
};

/** An HTML page usually means that the feed has moved or needs a sign-in. */
const findMarkup = (text: string): FeedFormat | null => {
  if (!text.startsWith('<')) return null;
  if (!/^<(!doctype\s+html|html|head|body)\b/i.test(text)) return xml;
  throw new Fault('bad-input', 'The feed is a web page, not a feed.', {
    nextStep: 'Open the address in a browser: it may want a sign-in, or have moved.',
    reason: { reason: 'web-page' },
  });
};

/** The first format that recognises a feed reads it. */
export const feedFormats: readonly KnownFormat[] = [
  {
    name: 'JSON',
    detect: (text, isWhole) =>
      text.startsWith('[') || (text.startsWith('{') && isDocument(text, isWhole)) ? inUtf8(json) : null,
  },
  { name: 'NDJSON', detect: (text) => (text.startsWith('{') ? inUtf8(ndjson) : null) },
  { name: 'XML', detect: findMarkup },
  { name: 'Shopify CSV', detect: table(shopify, isShopify) },
  { name: 'Magento CSV', detect: table(magento, isMagento) },
  { name: 'CSV', detect: table(csv, (header) => header.size > 1) },
];

const decodeHead = (head: Uint8Array): string => {
  const encoding = detectEncoding(head);
  return new TextDecoder(encoding === 'ascii' ? 'utf-8' : encoding).decode(head).trimStart();
};

/** Detects the format from the first bytes; null when it is unknown. */
export const findFormat = (
  head: Uint8Array,
  isWhole: boolean,
  formats: readonly KnownFormat[] = feedFormats,
): { readonly name: string; readonly read: FeedFormat } | null => {
  const text = decodeHead(head);
  for (const { name, detect } of formats) {
    const read = detect(text, isWhole);
    if (read !== null) return { name, read };
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
  yield* format.read(all, onTimestamp);
}
