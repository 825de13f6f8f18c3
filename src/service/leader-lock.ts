import { type FileLock, tryLock } from '../ingest/jobs/file-lock.ts';

export const leaderLockDefaults = { checkEveryMs: 5_000 } as const;

/** Several processes may serve one data folder; one of them starts what is due, or all of it would happen twice. */
export type LeaderLock = {
  /** Takes it when nobody has it. */
  isLeader(): boolean;
  close(): void;
};

/** `taken` is told once, when this process has it: at the start, or after the one that had it is gone. */
export const acquireLeaderLock = (dataDir: string, onAcquired: () => void): LeaderLock => {
  let lock: FileLock | null = null;
  let isClosed = false;
  const isLeader = (): boolean => {
    if (lock !== null || isClosed) return lock !== null;
    lock = tryLock(dataDir, 'duty');
    if (lock !== null) onAcquired();
    return lock !== null;
  };
  const timer = setInterval(isLeader, leaderLockDefaults.checkEveryMs).unref();
  isLeader();
  return {
    isLeader,
    close() {
      isClosed = true;
      clearInterval(timer);
      lock?.release();
      lock = null;
    },
  };
};
