import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../../errors.ts';
import type { Files } from '../../../files/files.ts';

/**
 * A lock file names its holder by process id and start time of the process. The start time distinguishes the holder
 * from a new process with the same id, which is usual when a container restarts.
 */
type Holder = { readonly pid: number; readonly startedAtMs: number };

const thisProcess: Holder = { pid: process.pid, startedAtMs: performance.timeOrigin };

export type Lock = { release(): Promise<void> };

/** Null when a running process holds the lock. A lock whose holder died is taken over. */
export const tryLock = async (files: Files, path: string): Promise<Lock | null> => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await files.createExclusively(path, JSON.stringify(thisProcess))) {
      return { release: () => files.remove(path) };
    }
    const content = await files.read(path);
    if (content === null) continue;
    if (isAlive(content.toString('utf8'))) return null;
    await removeStaleLock(files, path, content);
  }
  return null;
};

/** Waits up to the timeout for another process to release the lock; then throws a `conflict` fault. */
export const waitForLock = async (files: Files, path: string, timeoutMs: number): Promise<Lock> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock(files, path);
    if (lock) return lock;
    if (performance.now() > deadline) throw lockConflict(path);
    await sleep(20);
  }
};

export const lockConflict = (path: string): Fault =>
  new Fault('conflict', 'Another process is publishing this dataset.', {
    nextStep: `Wait until it has finished and try again (lock file: ${path}).`,
  });

/** Renames it first: of two processes that find the same stale lock, only one can rename it. */
const removeStaleLock = async (files: Files, path: string, stale: Buffer): Promise<void> => {
  const renamed = `${path}.${randomUUID()}`;
  try {
    await files.rename(path, renamed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const renamedContent = await files.read(renamed);
  if (renamedContent?.equals(stale)) await files.remove(renamed);
  else await files.rename(renamed, path);
};

const isAlive = (text: string): boolean => {
  const holder = readHolder(text);
  if (holder === null) return false;
  if (holder.pid === thisProcess.pid) return holder.startedAtMs === thisProcess.startedAtMs;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const readHolder = (text: string): Holder | null => {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    return typeof value?.pid === 'number' ? { pid: value.pid, startedAtMs: value.startedAtMs ?? 0 } : null;
  } catch {
    // Not written by this program: treated as a lock without a holder.
    return null;
  }
};
