import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type CompareGround, type CompareResult, type CompareTask, openComparer } from './compare-task.ts';

/** Who compares: other threads for much work, the calling thread for little. */
export type Crew = { compare(task: CompareTask): Promise<CompareResult>; dismiss(): Promise<void> };

/** Multiplications below which starting a thread takes longer than the work. */
const smallWork = 100_000_000;

export const openCrew = (ground: CompareGround, work: number): Crew =>
  work < smallWork ? callingThread(ground) : otherThreads(ground, availableParallelism());

const callingThread = (ground: CompareGround): Crew => {
  const compare = openComparer(ground);
  return { compare: async (task) => compare(task), dismiss: async () => {} };
};

type Waiting = { task: CompareTask; done: (result: CompareResult) => void; failed: (error: unknown) => void };

/** Each thread has one task at a time; the vectors are shared, not copied. */
const otherThreads = (ground: CompareGround, size: number): Crew => {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  const giveWork = () => {
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
      giveWork();
    });
    worker.on('error', fail);
    return worker;
  });
  idle.push(...workers);
  return {
    compare: (task) =>
      new Promise((done, failed) => {
        waiting.push({ task, done, failed });
        giveWork();
      }),
    dismiss: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};
