import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createComparer } from './compare-task.ts';
import { memoizeAsync } from '../../../domain/memoize.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import type { CompareData, Comparer, CompareTask } from './compare-types.ts';

/** Runs comparisons: the first ones in the calling thread, and in worker threads as soon as there are many. */
export type WorkerPool = ThreadPool & {
  /** What is compared: loaded once, when it is first needed. */
  data(): Promise<CompareData>;
};

type ThreadPool = {
  compare(task: CompareTask): Promise<Float64Array[]>;
  close(): Promise<void>;
};

/** Below this many multiplications, starting threads takes longer than the work itself. */
const inlineLimit = 100_000_000;

export const openWorkerPool = (
  loadData: () => Promise<CompareData>,
  limit: number = inlineLimit,
): WorkerPool => {
  const data = memoizeAsync(loadData);
  let multiplications = 0;
  let compare: Comparer | null = null;
  let threads: ThreadPool | null = null;
  return {
    data,
    compare: async (task) => {
      const loaded = await data();
      multiplications += task.queries.length * task.candidates.length * vectorStride(loaded.shape);
      if (multiplications < limit) return (compare ??= createComparer(loaded))(task);
      return (threads ??= openThreadPool(loaded, availableParallelism())).compare(task);
    },
    close: async () => threads?.close(),
  };
};

type QueuedTask = {
  readonly task: CompareTask;
  readonly resolve: (lists: Float64Array[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Each thread has one task at a time; the threads share the vectors. */
const openThreadPool = (data: CompareData, size: number): ThreadPool => {
  const queue: QueuedTask[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, QueuedTask>();
  const assignTasks = () => {
    while (idle.length > 0 && queue.length > 0) {
      const worker = idle.pop();
      const next = queue.shift();
      if (!worker || !next) return;
      busy.set(worker, next);
      worker.postMessage(next.task);
    }
  };
  const fail = (error: unknown) => {
    for (const { reject } of [...busy.values(), ...queue.splice(0)]) reject(error);
    busy.clear();
  };
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { workerData: data });
    worker.on('message', (lists: Float64Array[]) => {
      busy.get(worker)?.resolve(lists);
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
      new Promise((resolve, reject) => {
        queue.push({ task, resolve, reject });
        assignTasks();
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
