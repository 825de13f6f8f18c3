import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Runs a module in a thread, which answers with one message; ends it when `signal` does. */
export const runInThread = async <T>(
  file: URL,
  workerData: unknown,
  signal: AbortSignal,
  options: WorkerOptions = {},
): Promise<T> => {
  signal.throwIfAborted();
  const worker = new Worker(file, { ...options, workerData });
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`The thread ended with code ${code} and without an answer.`)),
      );
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
};
