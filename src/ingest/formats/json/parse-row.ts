import { isUtf8 } from 'node:buffer';
import type { FeedItem, RawRow } from '../feed.ts';

/**
 * Removes the parser's position, which counts from the start of the row and would contradict the line of the
 * fault.
 */
const messageOf = ({ message }: Error): string => message.replace(/ \(line \d+ column \d+\)$/, '');

/** JSON text of one row → the row, or why it is none. */
export const parseRow = (line: number, bytes: Buffer): FeedItem => {
  if (!isUtf8(bytes)) return { kind: 'fault', line, reason: 'The row is not UTF-8 text.' };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return {
      kind: 'fault',
      line,
      reason: `The row is not JSON: ${error instanceof Error ? messageOf(error) : 'unreadable'}.`,
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'fault', line, reason: 'The row is not an object.' };
  }
  return {
    kind: 'row',
    line,
    row: Object.assign(Object.create(null) as RawRow, value),
  };
};
