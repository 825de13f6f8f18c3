import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One file of the shared log. Appending is atomic between processes: the system decides the order. */
export type Segment = {
  readonly number: number;
  append(bytes: Buffer): void;
  /** Returns how many bytes there were. */
  read(from: number, into: Buffer): number;
  close(): void;
};

const segmentFileName = (number: number): string => `${number}.rates`;
const segmentPattern = /^(\d+)\.rates/;

/** The file with the highest number; 0: there is none. */
export const newestSegment = (folder: string): number =>
  Math.max(
    0,
    ...listSegmentFiles(folder)
      .filter(({ name, number }) => name === segmentFileName(number))
      .map(({ number }) => number),
  );

/**
 * Makes it with this beginning, unless another process was faster: the beginning of a segment follows from
 * the one before it, so both would have written the same.
 */
export const createSegment = (folder: string, number: number, initialBytes: Buffer): void => {
  const temporaryFile = join(folder, `${segmentFileName(number)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporaryFile, initialBytes, { mode: 0o600 });
    linkSync(temporaryFile, join(folder, segmentFileName(number)));
  } catch (error) {
    // ENOENT: others are so far ahead already that the draft was taken for one left behind.
    if (!hasErrorCode(error, 'EEXIST') && !hasErrorCode(error, 'ENOENT')) throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
};

/** Never makes one: between the look for the newest and its opening it may have become an old one. */
export const openNewestSegment = (folder: string): Segment => {
  for (;;) {
    const number = newestSegment(folder);
    try {
      return toSegment(
        number,
        openSync(join(folder, segmentFileName(number)), constants.O_RDWR | constants.O_APPEND),
      );
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT') || newestSegment(folder) <= number) throw error;
    }
  }
};

const toSegment = (number: number, handle: number): Segment => {
  return {
    number,
    append: (bytes) => {
      if (writeSync(handle, bytes) !== bytes.length) throw new Error('The disk is full.');
    },
    read: (from, into) => readSync(handle, into, 0, into.length, from),
    close: () => closeSync(handle),
  };
};

/** The one before stays for processes that have not come to its end. Drafts of killed processes go too. */
export const removeOldSegments = (folder: string, current: number): void => {
  for (const { name, number } of listSegmentFiles(folder)) {
    if (number < current - 1) rmSync(join(folder, name), { force: true });
  }
};

const listSegmentFiles = (folder: string): { name: string; number: number }[] => {
  return readdirSync(folder).flatMap((name) => {
    const number = segmentPattern.exec(name)?.[1];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
};

const hasErrorCode = (error: unknown, code: string): boolean => {
  return error instanceof Error && 'code' in error && error.code === code;
};
