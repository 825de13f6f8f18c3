import { once } from 'node:events';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { Fault, fromSentFault, type SentFault, toSentFault } from './errors.ts';

type Answer = { readonly result: unknown } | { readonly fault: SentFault };

/** In a thread: answers with the result of the work, or with its fault. Any other error ends the thread. */
export const answerWith = async (work: () => unknown): Promise<void> => {
  parentPort?.postMessage(await describe(work));
};

const describe = async (work: () => unknown): Promise<Answer> => {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: toSentFault(error) };
  }
};

/** The next answer of a thread; throws its fault, the error that it ended with, or the reason of `signal`. */
export const receiveAnswer = async <T>(worker: Worker, signal?: AbortSignal): Promise<T> => {
  const settled = new AbortController();
  const listening = { signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]) };
  try {
    const answer = await Promise.race([once(worker, 'message', listening), refuseExit(worker, listening)]);
    const [{ fault, result }] = answer as [{ fault?: SentFault; result: T }];
    if (fault === undefined) return result;
    throw fromSentFault(fault);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
  }
};

const refuseExit = async (worker: Worker, listening: { readonly signal: AbortSignal }): Promise<never> => {
  const [code] = (await once(worker, 'exit', listening)) as [number];
  throw new Error(`The thread ended with code ${code} and without an answer.`);
};

/** Runs a module in a thread, which answers once; ends it when `signal` does. */
export const runInThread = async <T>(
  file: URL,
  workerData: unknown,
  signal?: AbortSignal,
  options: WorkerOptions = {},
): Promise<T> => {
  signal?.throwIfAborted();
  const worker = new Worker(file, { ...options, workerData });
  try {
    return await receiveAnswer<T>(worker, signal);
  } finally {
    await worker.terminate();
  }
};
