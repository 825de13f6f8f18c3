import { type FeedFormat, type FeedItem, cutAt, formatLimits } from '../feed.ts';
import { parseRow } from './ndjson.ts';

const char = { quote: 0x22, backslash: 0x5c, comma: 0x2c, newline: 0x0a } as const;

const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Names of the list of products in a JSON document, in any case. */
export const isRowListName = (name: string): boolean =>
  /^(products?|items|rows|records|documents|data|keywords)$/i.test(name);

/**
 * Cuts a JSON document into the elements of its list of rows without holding the document.
 *
 *   [ {…}, {…} ]                       rows are at depth 1
 *   { "Timestamp": …, "Products": [ {…}, {…} ] }   rows are at depth 2
 *
 * Only brackets, strings and commas are looked at; whether a row is good JSON is found when it is parsed,
 * so that one bad row spoils nothing beside it.
 */
const createSplitter = () => {
  let depth = 0;
  let line = 1;
  let inString = false;
  let escaped = false;
  /** Depth of the list of rows; 0 until it is found. */
  let rowsDepth = 0;
  let isListFound = false;
  let name = '';
  let nameStart = -1;
  let rowLine = 0;
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  /** What is around the list of rows, without lists and objects. */
  const envelope: number[] = [];

  const addPiece = (piece: Buffer): void => {
    pieceBytes += piece.length;
    pieces.push(piece);
  };

  const split = (chunk: Buffer): FeedItem[] => {
    const items: FeedItem[] = [];
    let start = rowLine > 0 ? 0 : -1;
    const finish = (end: number): void => {
      addPiece(chunk.subarray(start, end));
      items.push(parseRow(rowLine, Buffer.concat(pieces)));
      pieces = [];
      pieceBytes = 0;
      rowLine = 0;
      start = -1;
    };
    const begin = (at: number): void => {
      rowLine = line;
      start = at;
    };
    const inRows = (): boolean => rowsDepth > 0 && depth === rowsDepth;
    const open = (byte: number, at: number): void => {
      if (inRows() && start < 0) begin(at);
      depth += 1;
      if (!isListFound && byte === 0x5b && (depth === 1 || (depth === 2 && isRowListName(name)))) {
        rowsDepth = depth;
        isListFound = true;
      }
    };
    const close = (at: number): void => {
      if (inRows()) {
        if (start >= 0) finish(at);
        rowsDepth = 0;
      }
      depth -= 1;
      if (inRows() && start >= 0) finish(at + 1);
    };

    const insideString = (byte: number, at: number): void => {
      if (escaped) escaped = false;
      else if (byte === char.backslash) escaped = true;
      else if (byte === char.quote) {
        inString = false;
        if (nameStart >= 0) name += chunk.toString('utf8', nameStart, at);
        nameStart = -1;
      }
    };
    const openString = (at: number): void => {
      inString = true;
      if (inRows() && start < 0) begin(at);
      if (depth === 1 && rowsDepth === 0) {
        name = '';
        nameStart = at + 1;
      }
    };
    /** A number or a word in the list is not a row, but must not swallow the next row. */
    const betweenRows = (byte: number, at: number): void => {
      if (byte === char.comma) {
        if (start >= 0) finish(at);
      } else if (start < 0 && !isSpace(byte)) begin(at);
    };

    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === char.newline) line += 1;
      if (depth === 1 && rowsDepth !== 1 && envelope.length < envelopeBytes) envelope.push(byte);
      if (inString) insideString(byte, at);
      else if (byte === char.quote) openString(at);
      else if (isOpening(byte)) open(byte, at);
      else if (isClosing(byte)) close(at);
      else if (inRows()) betweenRows(byte, at);
    }
    if (start >= 0) addPiece(chunk.subarray(start));
    // A name that is split between two chunks.
    if (nameStart >= 0) {
      name += chunk.toString('utf8', nameStart);
      nameStart = 0;
    }
    return items;
  };

  return {
    split,
    line: () => line,
    foundRows: () => isListFound,
    isComplete: () => depth === 0 && !inString,
    timestamp: () => parseTimestamp(Buffer.from(envelope).toString('utf8')),
    isRowTooLong: () => pieceBytes > formatLimits.rowBytes,
  };
};

/** The envelope of a feed is a few names and values. */
const envelopeBytes = 4096;

/** `"Timestamp": "2026-11-15T12:00:00Z"`, or milliseconds since 1970; null when there is none that can be read. */
const parseTimestamp = (envelope: string): number | null => {
  const [, text, milliseconds] = /"timestamp"\s*:\s*(?:"([^"\\]*)"|(\d+))/i.exec(envelope) ?? [];
  const instant = text === undefined ? Number(milliseconds) : Date.parse(text);
  return Number.isFinite(instant) ? instant : null;
};

/** `[…]` or `{ "Products": […] }`. A document that ends too early is reported as cut: it may be half a catalogue. */
export const json: FeedFormat = async function* (bytes, onTimestamp) {
  const splitter = createSplitter();
  for await (const piece of bytes) {
    yield* splitter.split(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    if (splitter.isRowTooLong()) {
      yield cutAt(splitter.line(), `A row is longer than ${formatLimits.rowBytes >> 20} MB.`);
      return;
    }
  }
  const timestamp = splitter.timestamp();
  if (timestamp !== null) onTimestamp?.(timestamp);
  const line = splitter.line();
  if (!splitter.isComplete()) yield cutAt(line, 'The feed ends in the middle of its JSON.');
  else if (!splitter.foundRows())
    yield cutAt(line, 'There is no list of products, such as "Products": [ … ].');
};
