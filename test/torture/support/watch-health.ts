import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type HealthRecord = { readonly waits: number[]; readonly failures: string[] };

/**
 * Asks `/healthz` again and again until stopped; gives the waits in milliseconds. From a thread of its own: a caller that
 * is busy with a large request would count its own work as waiting.
 */
export const watchHealth = async (port: number): Promise<{ stop: () => Promise<HealthRecord> }> => {
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: port });
  await once(worker, 'message');
  return {
    stop: async () => {
      worker.postMessage('stop');
      const [record] = (await once(worker, 'message')) as [HealthRecord];
      await worker.terminate();
      return record;
    },
  };
};
