import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { Fault } from '../../errors.ts';
import { createTurns } from '../../files/in-turn.ts';
import { receiveAnswer } from '../../thread-work.ts';
import type { LargeDeclarations } from '../../http/admin/core/declarations.ts';
import type { AppliedData } from '../../declare/check/check-applied.ts';
import type { Actor } from '../../store/store.ts';

/** `declaration` is JSON: copying objects to a thread takes four times as long as parsing them there. */
export type ApplyTask = {
  readonly actor: Actor;
  readonly declaration: string;
  readonly prune: boolean;
  readonly dryRun: boolean;
  readonly checked: AppliedData | null;
};

/**
 * Applies large declarations in a thread with a connection of its own, one after the other, so that searches are
 * answered meanwhile. The thread is started with the first of them.
 */
export const openLargeDeclarations = (config: Config): LargeDeclarations & { close(): Promise<void> } => {
  let thread: Worker | null = null;
  const inTurn = createTurns();

  const applyInThread = async (task: ApplyTask): Promise<Buffer> => {
    thread ??= new Worker(new URL('./apply-thread.ts', import.meta.url), { workerData: config });
    const worker = thread;
    // A waiting thread does not keep the process alive, one that works does.
    worker.ref();
    worker.postMessage(task);
    try {
      return Buffer.from(await receiveAnswer<Uint8Array>(worker));
    } catch (error) {
      // It has ended with an error that is no fault; the next declaration starts another.
      if (!(error instanceof Fault)) thread = null;
      throw error;
    } finally {
      worker.unref();
    }
  };

  return {
    apply: (actor, declaration, { prune = false, dryRun = false, checked = null } = {}) =>
      inTurn(() => applyInThread({ actor, declaration, prune, dryRun, checked })),
    idle: () => inTurn(async () => undefined),
    close: async () => {
      await inTurn(async () => void (await thread?.terminate()));
    },
  };
};
