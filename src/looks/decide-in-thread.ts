import { Worker } from 'node:worker_threads';
import { type Decision, decideLooks } from './decide.ts';
import type { Sample } from './sample.ts';

/** Numbers of looks from which on deciding takes long enough for a thread of its own. */
const inlineLimit = 200_000;

/**
 * Decides in a thread: an import answers, shows its progress and can be cancelled meanwhile. Work is bounded by the size
 * of a sample, and nothing is drawn, so the same sample always gives the same decision.
 */
export const decideInThread = async (sample: Sample, signal: AbortSignal): Promise<Decision> => {
  signal.throwIfAborted();
  if (sample.looks.values.length < inlineLimit) return decideLooks(sample);
  const worker = new Worker(new URL('./decide-worker.ts', import.meta.url), { workerData: sample });
  try {
    return await new Promise<Decision>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The thread that learns ended with code ${code}.`)));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
};
