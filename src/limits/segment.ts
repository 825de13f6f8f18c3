import { closeSync, constants, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../files/error-code.ts';
import { temporaryName } from '../files/files.ts';
import { diskFilesSync } from '../files/sync-files.ts';

/** One file of the shared log. Appends of several processes are atomic; the operating system orders them. */
export type Segment = {
  readonly number: number;
  append(bytes: Buffer): void;
  /** Returns the number of bytes read. */
  read(from: number, into: Buffer): number;
  close(): void;
};

const segmentFileName = (number: number): string => `${number}.rates`;
const segmentPattern = /^(\d+)\.rates/;

/** The number of the newest file; 0: there is none. */
export const newestSegment = (folder: string): number =>
  Math.max(
    0,
    ...listSegmentFiles(folder)
      .filter(({ name, number }) => name === segmentFileName(number))
      .map(({ number }) => number),
  );

/**
 * Creates a segment with these first records, unless another process was faster. They follow from the previous
 * segment, so that both processes would write the same.
 */
export const createSegment = (folder: string, number: number, initialBytes: Buffer): void => {
  const file = join(folder, segmentFileName(number));
  const temporary = temporaryName(file);
  try {
    diskFilesSync.write(temporary, initialBytes);
    diskFilesSync.link(temporary, file);
  } catch (error) {
    // ENOENT: other processes are so far ahead that they removed our temporary file as a stale one.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  } finally {
    diskFilesSync.remove(temporary);
  }
};

const openForAppend = (file: string): number => openSync(file, constants.O_RDWR | constants.O_APPEND);

/**
 * Never creates one. Between listing and opening, the newest segment may have been removed as an old one; and a process
 * that was paused while it created that segment may have created it again, with counts that nobody else has. So a
 * segment is used only if it is still the newest when it is open: the newest is never removed.
 */
export const openNewestSegment = (folder: string, open = openForAppend): Segment => {
  for (;;) {
    const number = newestSegment(folder);
    try {
      const segment = toSegment(number, open(join(folder, segmentFileName(number))));
      if (newestSegment(folder) === number) return segment;
      segment.close();
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

/** Keeps the previous segment for processes that have not read it to its end. Removes temporary files of killed
 * processes too. */
export const removeOldSegments = (folder: string, current: number): void => {
  for (const { name, number } of listSegmentFiles(folder)) {
    if (number < current - 1) diskFilesSync.remove(join(folder, name));
  }
};

const listSegmentFiles = (folder: string): { name: string; number: number }[] => {
  return readdirSync(folder).flatMap((name) => {
    const number = segmentPattern.exec(name)?.[1];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
};
