import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../../errors.ts';
import type { Files } from './files.ts';

/**
 * A lock file names its holder: process id and start of the process. The start tells a holder apart from a new
 * process with the same id, as containers have it at every restart.
 */
type Holder = { readonly pid: number; readonly startedAtMs: number };

const self: Holder = { pid: process.pid, startedAtMs: performance.timeOrigin };

export type Lock = { release(): Promise<void> };

/** Null when somebody alive holds it. A lock whose holder died is taken over. */
export const tryLock = async (files: Files, path: string): Promise<Lock | null> => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await files.createExclusively(path, JSON.stringify(self))) {
      return { release: () => files.remove(path) };
    }
    const found = await files.read(path);
    if (found === null) continue;
    if (isAlive(found.toString('utf8'))) return null;
    await removeStaleLock(files, path, found);
  }
  return null;
};

/** Waits a little for short work of others; then throws `conflict`. */
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

/** Moved aside first: of two processes that find the same dead lock, one moves it and the other finds nothing. */
const removeStaleLock = async (files: Files, path: string, dead: Buffer): Promise<void> => {
  const aside = `${path}.${randomUUID()}`;
  try {
    await files.rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await files.read(aside);
  if (moved?.equals(dead)) await files.remove(aside);
  else await files.rename(aside, path);
};

const isAlive = (text: string): boolean => {
  const holder = readHolder(text);
  if (holder === null) return false;
  if (holder.pid === self.pid) return holder.startedAtMs === self.startedAtMs;
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
    // Not written by this program: nobody holds it.
    return null;
  }
};
