import { close, closeSync, fstat, fstatSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** An open file. It can be read until it is closed, even if its name is removed meanwhile. */
export type OpenFile = {
  readonly bytes: number;
  /** Fills `into` with the content from a byte on; throws when the file ends before. */
  read(into: Uint8Array, offset: number): Promise<void>;
  /** The same, at once: for a few kilobytes that the system most likely has in memory. */
  readNow(into: Uint8Array, offset: number): void;
  close(): Promise<void>;
};

const callbackFs = {
  open: promisify(open),
  stat: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};

/** Large enough that the cost of a call does not matter. */
const readBytes = 1 << 22;

/** Closes files that became unreachable: readers of a version are garbage-collected, not closed. */
const unreachableFiles = new FinalizationRegistry((descriptor: number) => closeSync(descriptor));

export const openFile = async (path: string): Promise<OpenFile> => {
  const descriptor = await callbackFs.open(path, 'r');
  const { size } = await callbackFs.stat(descriptor);
  return describeFile(path, descriptor, size);
};

/** The same, at once: for a thread that does nothing else. */
export const openFileNow = (path: string): OpenFile => {
  const descriptor = openSync(path, 'r');
  return describeFile(path, descriptor, fstatSync(descriptor).size);
};

const describeFile = (path: string, descriptor: number, size: number): OpenFile => {
  let isOpen = true;
  const file: OpenFile = {
    bytes: size,
    read: async (into, offset) => {
      for (let at = 0; at < into.length; ) {
        const length = Math.min(readBytes, into.length - at);
        const { bytesRead } = await callbackFs.read(descriptor, into, at, length, offset + at);
        if (bytesRead === 0) throw new Error(`${path} ends at byte ${offset + at}`);
        at += bytesRead;
      }
    },
    readNow: (into, offset) => {
      let at = 0;
      while (at < into.length) {
        const bytesRead = readSync(descriptor, into, at, into.length - at, offset + at);
        if (bytesRead === 0) throw new Error(`${path} ends at byte ${offset + at}`);
        at += bytesRead;
      }
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      unreachableFiles.unregister(file);
      await callbackFs.close(descriptor);
    },
  };
  unreachableFiles.register(file, descriptor, file);
  return file;
};
