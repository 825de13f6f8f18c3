import type { Progress } from './engine.ts';

/** A copied file: its path in the target, with slashes, its size and its SHA-256 (hex). */
export type BackupFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

/** Backs up everything that an engine stores. The engine need not be open, and may be open in other processes. */
export interface EngineBackup {
  /**
   * Copies a state of every dataset that was live and complete at one moment to an empty or new folder, durably, while
   * publishing goes on. To restore it, copy the files back: an engine that is opened on them serves this state. Throws
   * `conflict` when versions keep changing for too long.
   */
  copyTo(
    target: string,
    options?: { readonly signal?: AbortSignal | undefined; readonly progress?: Progress | undefined },
  ): Promise<readonly BackupFile[]>;
}
