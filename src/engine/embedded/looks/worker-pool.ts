import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type CompareData, type CompareResult, type CompareTask, createComparer } from './compare-task.ts';

/** Who compares: other threads for much work, the calling thread for little. */
export type WorkerPool = { compare(task: CompareTask): Promise<CompareResult>; close(): Promise<void> };

/** Multiplications below which starting a thread takes longer than the work. */
const inlineLimit = 100_000_000;

export const openWorkerPool = (ground: CompareData, work: number): WorkerPool =>
  work < inlineLimit ? openInlinePool(ground) : openThreadPool(ground, availableParallelism());

const openInlinePool = (ground: CompareData): WorkerPool => {
  const compare = createComparer(ground);
  return { compare: async (task) => compare(task), close: async () => {} };
};

type QueuedTask = {
  task: CompareTask;
  done: (result: CompareResult) => void;
  failed: (error: unknown) => void;
};

/** Each thread has one task at a time; the vectors are shared, not copied. */
const openThreadPool = (ground: CompareData, size: number): WorkerPool => {
  const waiting: QueuedTask[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, QueuedTask>();
  const assignTasks = () => {
    while (idle.length > 0 && waiting.length > 0) {
      const worker = idle.pop();
      const next = waiting.shift();
      if (!worker || !next) return;
      busy.set(worker, next);
      worker.postMessage(next.task);
    }
  };
  const fail = (error: unknown) => {
    for (const { failed } of [...busy.values(), ...waiting.splice(0)]) failed(error);
    busy.clear();
  };
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { workerData: ground });
    worker.on('message', (result: CompareResult) => {
      busy.get(worker)?.done(result);
      busy.delete(worker);
      idle.push(worker);
      assignTasks();
    });
    worker.on('error', fail);
    return worker;
  });
  idle.push(...workers);
  return {
    compare: (task) =>
      new Promise((done, failed) => {
        waiting.push({ task, done, failed });
        assignTasks();
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
