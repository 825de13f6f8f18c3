import { inspect } from 'node:util';
import sharp from 'sharp';
import { Fault, toSentFault } from '../../errors.ts';
import { blockOtherLoaders } from '../pictures/decode.ts';
import { type FromWorker, outOfMemoryExitCode, type WorkerSettings } from './worker-pool.ts';

const memoryCheckMs = 20;

const send = (message: FromWorker): void => void process.send?.(message);

/** Ends this worker process; the pool then fails the task and starts another worker. */
const endWithError = (error: unknown): void => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
};

/** libvips allocates outside of the JavaScript heap, where no option of Node limits it. */
const watchMemory = (memoryMb: number): (() => void) => {
  const limitBytes = process.memoryUsage.rss() + memoryMb * 1024 * 1024;
  const endIfTooLarge = (): void => {
    if (process.memoryUsage.rss() > limitBytes) process.exit(outOfMemoryExitCode);
  };
  setInterval(endIfTooLarge, memoryCheckMs).unref();
  return endIfTooLarge;
};

/**
 * Makes this process a worker of a pool. It holds no secrets and no files of the shop, and may be killed at any
 * moment: a picture may have been made to attack the decoder. `open` receives the settings and returns the
 * info to report when ready and the function that does one task.
 */
export const runWorker = (
  open: (
    settings: unknown,
  ) => Promise<{ readonly info: unknown; readonly work: (task: unknown) => Promise<unknown> }>,
): void => {
  blockOtherLoaders();
  sharp.cache(false);
  sharp.concurrency(1);

  const start = async ({ settings, memoryMb }: WorkerSettings): Promise<void> => {
    const { info, work } = await open(settings);
    const endIfTooLarge = watchMemory(memoryMb);
    process.on('message', ({ task }: { task: unknown }) => {
      work(task)
        .then((result) => {
          endIfTooLarge();
          send({ kind: 'done', result });
        })
        .catch(endWithError);
    });
    send({ kind: 'ready', info });
  };

  process.once('message', (settings: WorkerSettings) => {
    start(settings).catch((error: unknown) => {
      if (error instanceof Fault) send({ kind: 'fault', fault: toSentFault(error) });
      else send({ kind: 'broken', error: error instanceof Error ? error : new Error(String(error)) });
    });
  });
  process.on('disconnect', () => process.exit());
};
