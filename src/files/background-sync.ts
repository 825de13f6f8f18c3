import { close, existsSync, fdatasync, openSync } from 'node:fs';

type Sync = (descriptor: number, done: (error: Error | null) => void) => void;

/**
 * Brings a file to the disk without anybody waiting for it: on many disks that takes longer than a hundred answers. One
 * sync runs at a time; requests meanwhile lead to one more. A sync that fails is tried again with the next request. Without
 * such a file nothing happens.
 */
export const openBackgroundSync = (file: string, sync: Sync = fdatasync) => {
  const descriptor = existsSync(file) ? openSync(file, 'r') : null;
  let [isRunning, isWanted, isClosed] = [false, false, false];
  const closeWhenIdle = (): void => {
    if (isClosed && !isRunning && descriptor !== null) close(descriptor);
  };
  const run = (): void => {
    if (descriptor === null) return;
    [isRunning, isWanted] = [true, false];
    sync(descriptor, () => {
      isRunning = false;
      if (isWanted) run();
      else closeWhenIdle();
    });
  };
  return {
    /** What was written before is on the disk soon. */
    request: (): void => {
      if (isClosed) return;
      if (isRunning) isWanted = true;
      else run();
    },
    close: (): void => {
      if (isClosed) return;
      isClosed = true;
      closeWhenIdle();
    },
  };
};
