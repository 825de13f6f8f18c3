import { type FileLock, tryLock } from '../../files/file-lock.ts';

export const leaderLockDefaults = { checkEveryMs: 5_000 } as const;

/**
 * Several processes may serve one data folder. One of them, the leader, runs scheduled work, so that it does
 * not run twice. `onAcquired` is called once, when this process becomes the leader: at the start, or after the previous
 * leader is gone.
 */
export const acquireLeaderLock = (dataDir: string, onAcquired: () => void) => {
  let lock: FileLock | null = null;
  let isClosed = false;
  /** Also acquires the lock if it is free. */
  const isLeader = (): boolean => {
    if (lock !== null || isClosed) return lock !== null;
    lock = tryLeaderLock(dataDir);
    if (lock !== null) onAcquired();
    return lock !== null;
  };
  const timer = setInterval(isLeader, leaderLockDefaults.checkEveryMs).unref();
  isLeader();
  return {
    isLeader,
    close(): void {
      isClosed = true;
      clearInterval(timer);
      lock?.release();
      lock = null;
    },
  };
};

/**
 * Null also when the lock file cannot be opened, for example on a full disk: another attempt follows. Older releases lock
 * the same name, and may still run on the folder during an upgrade.
 */
const tryLeaderLock = (dataDir: string): FileLock | null => {
  try {
    return tryLock(dataDir, 'duty');
  } catch {
    return null;
  }
};
