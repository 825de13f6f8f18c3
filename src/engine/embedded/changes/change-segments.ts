import { join } from 'node:path';
import type { Files } from '../../../files/files.ts';
import type { LoggedChange } from '../../semantics/fold-changes.ts';
import { readCheckedLine, writeCheckedLine } from '../../../files/checked-line.ts';
import { packChange, unpackChange } from '../../semantics/stored-change.ts';

/*
 * The log of live changes of a dataset is a sequence of segment files beside its versions, each named by the number
 * of the first change in it. Only the last one grows; a segment is removed when no version needs its changes.
 */

const pattern = /^changes-(\d{12})\.log$/;

export const segmentName = (firstSequence: number): string =>
  `changes-${String(firstSequence).padStart(12, '0')}.log`;

export const isSegmentName = (name: string): boolean => pattern.test(name);

export const parseFirstSequence = (name: string): number => Number(pattern.exec(name)?.[1] ?? NaN);

/** Oldest first. */
export const listSegments = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).filter(isSegmentName);

/** Reads one segment incrementally: each call reads what was appended since the one before. */
export type SegmentReader = {
  readonly changes: readonly LoggedChange[];
  /** Bytes read, up to the end of the last whole line. */
  readonly readBytes: number;
  /** Bytes after the last whole line: a line that is still being written, or that a crash cut. */
  readonly tornBytes: number;
  /** False when the file does not exist any more. */
  readNewLines(): Promise<boolean>;
};

const newline = 0x0a;

export const openSegment = (files: Files, folder: string, name: string): SegmentReader => {
  const changes: LoggedChange[] = [];
  let readBytes = 0;
  let tornBytes = 0;
  return {
    changes,
    get readBytes() {
      return readBytes;
    },
    get tornBytes() {
      return tornBytes;
    },
    readNewLines: async () => {
      const content = await files.readFrom(join(folder, name), readBytes);
      if (content === null) return false;
      const whole = content.lastIndexOf(newline) + 1;
      for (const line of content.toString('utf8', 0, whole).split('\n')) {
        const decoded = line === '' ? null : decodeChange(line);
        if (decoded) changes.push(decoded);
      }
      readBytes += whole;
      tornBytes = content.length - whole;
      return true;
    },
  };
};

export const encodeChange = ({ sequence, change }: LoggedChange): string =>
  writeCheckedLine(JSON.stringify({ sequence, change: packChange(change) }));

/** Null for a line that was not written to its end: its change was never acknowledged. */
export const decodeChange = (line: string): LoggedChange | null => {
  const body = readCheckedLine(line);
  if (body === null) return null;
  const { sequence, change } = JSON.parse(body) as { readonly sequence: unknown; readonly change: unknown };
  return { sequence: Number(sequence), change: unpackChange(change) };
};
