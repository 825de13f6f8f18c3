import {
  type Death,
  startWorker,
  type WorkerOptions,
  type WorkerProcess,
  type WorkerProgram,
} from './worker-process.ts';

/**
 * Works on pictures in processes of their own. A picture that kills its process (by a flaw in a decoder, by
 * memory, by time) is a result with a reason; its neighbours are worked on by others, and a new process takes
 * the place of the dead one. A process may also be killed from outside, through no fault of the picture's: so
 * a picture under which one fell is given to a second one before it is blamed.
 */
export type WorkerPool = {
  work(task: unknown): Promise<{ readonly result: unknown } | { readonly reason: string }>;
  /** Starts one, if none has been, and says what it said of itself. */
  about(): Promise<unknown>;
  close(): Promise<void>;
};

/** What is said of a picture that was not worked on. */
export type Words = Readonly<Record<Death, string>>;

export const openWorkerPool = (program: WorkerProgram, options: WorkerOptions, words: Words): WorkerPool => {
  const idle: WorkerProcess[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<WorkerProcess>();
  let running = 0;
  let rest: NodeJS.Timeout | undefined;

  const enter = async (): Promise<void> => {
    if (running < options.processes) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  const retire = (worker: WorkerProcess): void => {
    worker.stop();
    all.delete(worker);
  };
  const retireIdle = (): void => idle.splice(0).forEach(retire);
  const take = async (): Promise<WorkerProcess> => {
    clearTimeout(rest);
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isFit()) return worker;
      retire(worker);
    }
    const started = await startWorker(program, options);
    all.add(started);
    return started;
  };
  const giveBack = (worker: WorkerProcess): void => {
    if (worker.isFit()) idle.push(worker);
    else retire(worker);
    clearTimeout(rest);
    rest = setTimeout(retireIdle, options.idleMs).unref();
  };
  const attempt = async (task: unknown) => {
    const worker = await take();
    const outcome = await worker.work(task);
    giveBack(worker);
    return outcome;
  };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    work: (task) =>
      inTurn(async () => {
        const first = await attempt(task);
        const outcome = 'death' in first && first.death === 'fell' ? await attempt(task) : first;
        return 'death' in outcome ? { reason: words[outcome.death] } : outcome;
      }),
    about: () =>
      inTurn(async () => {
        const worker = await take();
        giveBack(worker);
        return worker.about;
      }),
    async close() {
      clearTimeout(rest);
      for (const worker of all) retire(worker);
      idle.length = 0;
    },
  };
};
