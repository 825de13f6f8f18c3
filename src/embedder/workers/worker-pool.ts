import {
  type WorkerFailure,
  startWorker,
  type WorkerOptions,
  type WorkerProcess,
  type WorkerProgram,
} from './worker-process.ts';

/**
 * Works on pictures in separate processes. A picture that crashes its process, uses too much memory or takes
 * too long becomes a result with a reason. Other pictures go on in other processes, and a new process replaces
 * the failed one. A process can also be killed from outside, so a picture is tried in a second process before
 * it is reported as the cause of a crash.
 */
export type WorkerPool = {
  work(task: unknown): Promise<{ readonly result: unknown } | { readonly reason: string }>;
  /** What a worker sent when it was ready. Starts one if none is running. */
  info(): Promise<unknown>;
  close(): Promise<void>;
};

/** The reason to report for a picture, by kind of failure. */
export type FailureReasons = Readonly<Record<WorkerFailure, string>>;

export const openWorkerPool = (
  program: WorkerProgram,
  options: WorkerOptions,
  failureReasons: FailureReasons,
): WorkerPool => {
  const idle: WorkerProcess[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<WorkerProcess>();
  let running = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const acquireSlot = async (): Promise<void> => {
    if (running < options.processes) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const releaseSlot = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  const stopWorker = (worker: WorkerProcess): void => {
    worker.stop();
    all.delete(worker);
  };
  const stopIdleWorkers = (): void => idle.splice(0).forEach(stopWorker);
  const takeWorker = async (): Promise<WorkerProcess> => {
    clearTimeout(idleTimer);
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isUsable()) return worker;
      stopWorker(worker);
    }
    const started = await startWorker(program, options);
    all.add(started);
    return started;
  };
  const returnWorker = (worker: WorkerProcess): void => {
    if (worker.isUsable()) idle.push(worker);
    else stopWorker(worker);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(stopIdleWorkers, options.idleMs).unref();
  };
  const runOnce = async (task: unknown) => {
    const worker = await takeWorker();
    const outcome = await worker.work(task);
    returnWorker(worker);
    return outcome;
  };
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    await acquireSlot();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };

  return {
    work: (task) =>
      withSlot(async () => {
        const first = await runOnce(task);
        const outcome = 'failure' in first && first.failure === 'crash' ? await runOnce(task) : first;
        return 'failure' in outcome ? { reason: failureReasons[outcome.failure] } : outcome;
      }),
    info: () =>
      withSlot(async () => {
        const worker = await takeWorker();
        returnWorker(worker);
        return worker.info;
      }),
    async close() {
      clearTimeout(idleTimer);
      for (const worker of all) stopWorker(worker);
      idle.length = 0;
    },
  };
};
