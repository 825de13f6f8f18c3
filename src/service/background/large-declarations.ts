import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { fromSentFault, type SentFault } from '../../errors.ts';
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

export type ApplyAnswer = { readonly applied: Uint8Array } | { readonly fault: SentFault };

/**
 * Applies large declarations in a thread with a connection of its own, one after the other, so that searches are
 * answered meanwhile. The thread is started with the first of them.
 */
export const openLargeDeclarations = (config: Config): LargeDeclarations & { close(): Promise<void> } => {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const applyInThread = async (task: ApplyTask): Promise<Buffer> => {
    thread ??= new Worker(new URL('./apply-thread.ts', import.meta.url), { workerData: config });
    const answer = await exchange(thread, task).catch((error: unknown) => {
      // It ended with the error; the next declaration starts another.
      thread = null;
      throw error;
    });
    if ('applied' in answer) return Buffer.from(answer.applied);
    throw fromSentFault(answer.fault);
  };

  return {
    apply: (actor, declaration, { prune = false, dryRun = false, checked = null } = {}) => {
      const answer = last.then(() => applyInThread({ actor, declaration, prune, dryRun, checked }));
      last = answer.catch(() => undefined);
      return answer;
    },
    idle: async () => void (await last),
    close: async () => {
      await last;
      await thread?.terminate();
    },
  };
};

/** A waiting thread does not keep the process alive, one that works does. */
const exchange = async (worker: Worker, task: ApplyTask): Promise<ApplyAnswer> => {
  worker.ref();
  const listening = new AbortController();
  try {
    return await new Promise<ApplyAnswer>((resolve, reject) => {
      const fail = (): void => reject(new Error('the thread ended without an answer'));
      const listeners = { message: resolve, error: reject, exit: fail };
      for (const [event, listener] of Object.entries(listeners)) {
        worker.once(event, listener);
        listening.signal.addEventListener('abort', () => worker.off(event, listener));
      }
      worker.postMessage(task);
    });
  } finally {
    listening.abort();
    worker.unref();
  }
};
