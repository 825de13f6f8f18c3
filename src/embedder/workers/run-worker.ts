import sharp from 'sharp';
import { Fault } from '../../errors.ts';
import { blockOtherLoaders } from '../decode.ts';
import { type FromWorker, outOfMemoryExitCode, type WorkerSettings } from './worker-process.ts';

const memoryCheckMs = 20;

const send = (message: FromWorker): void => void process.send?.(message);

/** libvips takes its memory outside of the JavaScript heap, where no option of Node limits it. */
const watchMemory = (memoryMb: number): (() => void) => {
  const limitBytes = process.memoryUsage.rss() + memoryMb * 1024 * 1024;
  const endIfTooLarge = (): void => {
    if (process.memoryUsage.rss() > limitBytes) process.exit(outOfMemoryExitCode);
  };
  setInterval(endIfTooLarge, memoryCheckMs).unref();
  return endIfTooLarge;
};

/**
 * Makes this process one of a pool. It holds no secret and no file of the shop's, and may be killed at any
 * moment: whoever wrote a picture may have meant to. `open` is given the setting, and says what the process is
 * and how it works on one task.
 */
export const runWorker = (
  open: (
    setting: unknown,
  ) => Promise<{ readonly about: unknown; readonly work: (task: unknown) => Promise<unknown> }>,
): void => {
  blockOtherLoaders();
  sharp.cache(false);
  sharp.concurrency(1);

  const start = async ({ settings: setting, memoryMb }: WorkerSettings): Promise<void> => {
    const { about, work } = await open(setting);
    const endIfTooLarge = watchMemory(memoryMb);
    process.on('message', ({ task }: { task: unknown }) => {
      void work(task).then((result) => {
        endIfTooLarge();
        send({ kind: 'done', result });
      });
    });
    send({ kind: 'ready', about });
  };

  process.once('message', (setting: WorkerSettings) => {
    start(setting).catch((error: unknown) => {
      if (error instanceof Fault) {
        const { code, message, nextStep } = error;
        send({ kind: 'fault', code, message, nextStep });
      } else send({ kind: 'broken', error: error instanceof Error ? error : new Error(String(error)) });
    });
  });
  process.on('disconnect', () => process.exit());
};
