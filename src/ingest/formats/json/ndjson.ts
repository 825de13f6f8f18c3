import type { FeedFormat } from '../feed.ts';
import { formatLimits } from '../limits.ts';
import { parseRow } from './parse-row.ts';

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
    const whole: Line = {
      line,
      bytes: pieceBytes > formatLimits.rowBytes ? 'too-long' : Buffer.concat(pieces),
    };
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
      yield {
        kind: 'fault',
        line,
        reason: `The line is longer than ${formatLimits.rowBytes >> 20} MB.`,
      };
      continue;
    }
    const text = line === 1 ? withoutMark(raw) : raw;
    if (!isBlank(text)) yield parseRow(line, text);
  }
};
