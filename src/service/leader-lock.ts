import { type FileLock, tryLock } from '../ingest/jobs/file-lock.ts';

export const leaderLockDefaults = { checkEveryMs: 5_000 } as const;

/** Several processes may serve one data folder; one of them starts what is due, or all of it would happen twice. */
export type LeaderLock = {
  /** Takes it when nobody has it. */
  isLeader(): boolean;
  close(): void;
};

/** `taken` is told once, when this process has it: at the start, or after the one that had it is gone. */
export const acquireLeaderLock = (dataDir: string, taken: () => void): LeaderLock => {
  let held: FileLock | null = null;
  let isClosed = false;
  const isMine = (): boolean => {
    if (held !== null || isClosed) return held !== null;
    held = tryLock(dataDir, 'duty');
    if (held !== null) taken();
    return held !== null;
  };
  const timer = setInterval(isMine, leaderLockDefaults.checkEveryMs).unref();
  isMine();
  return {
    isLeader: isMine,
    close() {
      isClosed = true;
      clearInterval(timer);
      held?.release();
      held = null;
    },
  };
};
