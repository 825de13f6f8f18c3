import { Fault } from '../../../errors.ts';
import type { FeedFormat } from '../feed.ts';
import { csv } from '../csv/csv.ts';
import { declaredSeparator, inspectDialect } from '../csv/dialect.ts';
import { createRecordReader } from '../csv/record.ts';
import { detectEncoding } from '../encoding/encoding.ts';
import { isMagento, magento } from '../magento/magento.ts';
import { isShopify, shopify } from '../shopify/shopify.ts';
import { xml } from '../xml/xml.ts';

/** The start of a feed as text, in its detected encoding. */
export const decodeHead = (head: Uint8Array): string => {
  const encoding = detectEncoding(head);
  return new TextDecoder(encoding === 'ascii' ? 'utf-8' : encoding).decode(head).trimStart();
};

/** XML or a kind of table; null when it is neither. */
export const findTextFormat = (text: string): FeedFormat | null => {
  if (text.startsWith('<')) return findMarkupFormat(text);
  const header = new Set(readHeader(text));
  if (header.size < 2) return null;
  if (isShopify(header)) return shopify;
  return isMagento(header) ? magento : csv;
};

/** An HTML page usually means that the feed has moved or needs a sign-in. */
const findMarkupFormat = (text: string): FeedFormat => {
  if (!/^<(!doctype\s+html|html|head|body)\b/i.test(text)) return xml;
  throw new Fault('bad-input', 'The feed is a web page, not a feed.', {
    nextStep: 'Open the address in a browser: it may want a sign-in, or have moved.',
    reason: { reason: 'web-page' },
  });
};

const readHeader = (text: string): string[] => {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const declared = declaredSeparator(lines[0] ?? '');
  if (declared !== null) lines.shift();
  const dialect = inspectDialect(lines.slice(0, -1).length > 0 ? lines.slice(0, -1) : lines);
  const reader = createRecordReader(declared === null ? dialect : { ...dialect, separator: declared });
  for (const line of lines) {
    if (reader.add(line) !== null || !reader.isOpen()) break;
  }
  return reader.fields().map((field) => field.trim());
};
