import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AssignTask, createAssigner } from './assign-clusters.ts';
import { createComparer } from './compare-task.ts';
import type { CompareData, CompareResult, CompareTask } from './compare-types.ts';
import type { EncodeClusters } from './encode-candidates.ts';
import { createEncoder, type EncodeTask } from './encode-clusters.ts';

/** Runs comparisons: in worker threads if there are many, in the calling thread if there are few. */
export type WorkerPool = {
  compare(task: CompareTask): Promise<CompareResult>;
  assign(task: AssignTask): Promise<Uint16Array>;
  readonly encode: EncodeClusters;
  /** How many compare at the same time. */
  readonly threads: number;
  close(): Promise<void>;
};

/** Below this many multiplications, starting threads takes longer than the work itself. */
const inlineLimit = 100_000_000;

export const openWorkerPool = (data: CompareData, multiplications: number): WorkerPool =>
  multiplications < inlineLimit ? openInlinePool(data) : openThreadPool(data, availableParallelism());

const openInlinePool = (data: CompareData): WorkerPool => {
  const compare = createComparer(data);
  const assign = createAssigner(data);
  const encode = createEncoder(data);
  return {
    compare: async (task) => compare(task),
    assign: async (task) => assign(task),
    encode: async (task) => void encode({ ...task, from: 0, to: task.starts.length - 1 }),
    threads: 1,
    close: async () => {},
  };
};

type QueuedTask = {
  task: CompareTask | AssignTask | EncodeTask;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** Pictures that one thread assigns at a time. */
const picturesPerTask = 4096;
/** Clusters that one thread encodes at a time. */
const clustersPerTask = 16;

/** Where parts of some length start. */
const listStarts = (total: number, length: number): number[] =>
  Array.from({ length: Math.ceil(total / length) }, (_, index) => index * length);

/** Each thread has one task at a time; the threads share the vectors. */
const openThreadPool = (data: CompareData, size: number): WorkerPool => {
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
  const workers = Array.from({ length: size }, (_, thread) => {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), {
      workerData: { data, thread },
    });
    worker.on('message', (result: unknown) => {
      busy.get(worker)?.resolve(result);
      busy.delete(worker);
      idle.push(worker);
      assignTasks();
    });
    worker.on('error', fail);
    return worker;
  });
  idle.push(...workers);
  const run = <R>(task: QueuedTask['task']): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      queue.push({ task, resolve: (result) => resolve(result as R), reject });
      assignTasks();
    });
  return {
    compare: (task) => run<CompareResult>(task),
    assign: async (task) => {
      const starts = listStarts(task.pictures.length, picturesPerTask);
      const parts = await Promise.all(
        starts.map((start) =>
          run<Uint16Array>({ ...task, pictures: task.pictures.subarray(start, start + picturesPerTask) }),
        ),
      );
      const nearest = new Uint16Array(task.pictures.length);
      parts.forEach((part, index) => nearest.set(part, starts[index]));
      return nearest;
    },
    encode: async (task) => {
      const count = task.starts.length - 1;
      await Promise.all(
        listStarts(count, clustersPerTask).map((from) =>
          run({ ...task, from, to: Math.min(count, from + clustersPerTask) }),
        ),
      );
    },
    threads: size,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
