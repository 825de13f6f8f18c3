import { type FeedFormat, formatLimits, type FeedItem, faultAt, type RawRow } from '../feed.ts';
import { isUtf8 } from 'node:buffer';

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

type Line = { readonly line: number; readonly bytes: Buffer | 'too-long' };

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

/** Splits lines in constant memory: of a line over the limit only its number is kept. */
async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  const takeLine = (): Line => {
    const bytes = pieceBytes > formatLimits.rowBytes ? 'too-long' : Buffer.concat(pieces);
    const whole: Line = { line, bytes };
    pieces = [];
    pieceBytes = 0;
    line += 1;
    return whole;
  };
  const addPiece = (piece: Buffer): void => {
    pieceBytes += piece.length;
    if (pieceBytes > formatLimits.rowBytes) pieces = [];
    else pieces.push(piece);
  };
  for await (const piece of bytes) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      addPiece(chunk.subarray(start, end));
      start = end + 1;
      yield takeLine();
    }
    addPiece(chunk.subarray(start));
  }
  if (pieceBytes > 0) yield takeLine();
}

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

/** One JSON object per line. A bad line is a fault; the lines after it are read. */
export const ndjson: FeedFormat = async function* (bytes) {
  for await (const { line, bytes: raw } of splitLines(bytes)) {
    if (raw === 'too-long') {
      yield faultAt(line, `The line is longer than ${formatLimits.rowBytes >> 20} MB.`);
      continue;
    }
    const text = line === 1 ? withoutMark(raw) : raw;
    if (!isBlank(text)) yield parseRow(line, text);
  }
};

/** Without the parser's position, which counts from the start of the row and would contradict the line of the fault. */
const messageOf = ({ message }: Error): string => message.replace(/ \(line \d+ column \d+\)$/, '');

/** What a row may not be: deeper or wider than any product. Iterative, because a row may be nested without end. */
const checkShape = (row: object): string | null => {
  let level: object[] = [row];
  let fields = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > formatLimits.depth) return `The row is nested more than ${formatLimits.depth} levels deep.`;
    const inner: object[] = [];
    for (const value of level) {
      const values: unknown[] = Object.values(value);
      if (!Array.isArray(value)) fields += values.length;
      if (fields > formatLimits.columns) return `The row has more than ${formatLimits.columns} fields.`;
      for (const each of values) if (typeof each === 'object' && each !== null) inner.push(each);
    }
    level = inner;
  }
  return null;
};

/** JSON text of one row → the row, or why it is none. */
export const parseRow = (line: number, bytes: Buffer): FeedItem => {
  if (!isUtf8(bytes)) return faultAt(line, 'The row is not UTF-8 text.');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return faultAt(line, `The row is not JSON: ${error instanceof Error ? messageOf(error) : 'unreadable'}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return faultAt(line, 'The row is not an object.');
  const problem = checkShape(value);
  if (problem !== null) return faultAt(line, problem);
  return { kind: 'row', line, row: Object.assign(Object.create(null) as RawRow, value) };
};
