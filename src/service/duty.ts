import { type FileLock, tryLock } from '../ingest/jobs/file-lock.ts';

export const dutyDefaults = { lookEveryMs: 5_000 } as const;

/** Several processes may serve one data folder; one of them starts what is due, or all of it would happen twice. */
export type Duty = {
  /** Takes it when nobody has it. */
  isMine(): boolean;
  close(): void;
};

/** `taken` is told once, when this process has it: at the start, or after the one that had it is gone. */
export const takeDuty = (dataDir: string, taken: () => void): Duty => {
  let held: FileLock | null = null;
  let isClosed = false;
  const isMine = (): boolean => {
    if (held !== null || isClosed) return held !== null;
    held = tryLock(dataDir, 'duty');
    if (held !== null) taken();
    return held !== null;
  };
  const timer = setInterval(isMine, dutyDefaults.lookEveryMs).unref();
  isMine();
  return {
    isMine,
    close() {
      isClosed = true;
      clearInterval(timer);
      held?.release();
      held = null;
    },
  };
};
