import { close, closeSync, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';

/** A file that can be read as long as it is held, even when its name is removed meanwhile. */
export type OpenFile = {
  readonly bytes: number;
  /** Fills `into` with what the file holds from a byte on; throws when it ends before. */
  read(into: Uint8Array, offset: number): Promise<void>;
  close(): Promise<void>;
};

const callbackFs = {
  open: promisify(open),
  stat: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};

/** Large enough that asking costs nothing beside reading. */
const readBytes = 1 << 22;

/** Closes files that nobody can read any more: readers of a version are dropped, not closed. */
const unreachableFiles = new FinalizationRegistry((descriptor: number) => closeSync(descriptor));

export const openFile = async (path: string): Promise<OpenFile> => {
  const descriptor = await callbackFs.open(path, 'r');
  const { size } = await callbackFs.stat(descriptor);
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
