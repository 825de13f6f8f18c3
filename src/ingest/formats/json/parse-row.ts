import { isUtf8 } from 'node:buffer';
import type { FeedItem, RawRow } from '../feed.ts';
import { formatLimits } from '../limits.ts';

/**
 * Removes the parser's position, which counts from the start of the row and would contradict the line of the
 * fault.
 */
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
  const problem = checkShape(value);
  if (problem !== null) return { kind: 'fault', line, reason: problem };
  return {
    kind: 'row',
    line,
    row: Object.assign(Object.create(null) as RawRow, value),
  };
};
