import { join } from 'node:path';
import type { Files } from '../storage/files.ts';
import { decodeChange, type LoggedChange } from './change-codec.ts';

/*
 * The log of live changes of a dataset is a row of files beside its versions, each named by the number of the
 * first change it holds (or will hold). Only the last one grows; whole files go when no version needs them.
 */

const pattern = /^changes-(\d{12})\.log$/;

export const segmentName = (firstSequence: number): string =>
  `changes-${String(firstSequence).padStart(12, '0')}.log`;

export const parseFirstSequence = (name: string): number => Number(pattern.exec(name)?.[1] ?? NaN);

/** Oldest first. */
export const listSegments = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).filter((name) => pattern.test(name));

/** One segment, read as far as it is written; asked again it reads on from there. */
export type SegmentReader = {
  readonly changes: readonly LoggedChange[];
  /** Bytes that are whole lines. */
  readonly readBytes: number;
  /** Bytes behind them: a line that is being written, or never was. */
  readonly tornBytes: number;
  /** False when the file is gone. */
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
