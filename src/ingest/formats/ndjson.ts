import type { FeedFormat } from '../feed.ts';
import { formatLimits } from './limits.ts';
import { parseRow } from './to-row.ts';

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

type Line = { readonly line: number; readonly bytes: Buffer | 'too-long' };

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

/** Lines of any number in constant memory: of a line over the limit nothing but its number is kept. */
async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = (): Line => {
    const whole: Line = {
      line,
      bytes: heldBytes > formatLimits.rowBytes ? 'too-long' : Buffer.concat(held),
    };
    held = [];
    heldBytes = 0;
    line += 1;
    return whole;
  };
  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (heldBytes > formatLimits.rowBytes) held = [];
    else held.push(piece);
  };
  for await (const piece of bytes) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield take();
}

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

/** One JSON object a line. A bad line is a fault; the lines after it are read all the same. */
export const ndjson: FeedFormat = async function* (bytes) {
  for await (const { line, bytes: raw } of lines(bytes)) {
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
